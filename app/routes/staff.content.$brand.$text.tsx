import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handleText } from '../staff/written-texts/handle-text.server.ts'
import { loadText, requirePlace } from '../staff/written-texts/load-text.server.ts'
import { TextPage } from '../staff/written-texts/text-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const place = await requirePlace(staff, params)
  return data(await loadText(staff, place, new URL(request.url).searchParams), { headers: staff.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin'])
  const place = await requirePlace(staff, params)
  const done = await handleText(staff, place, await request.formData())
  if ('to' in done) return redirect(done.to, { status: 303, headers: staff.headers })
  return data(done, { status: done.status, headers: staff.headers })
}

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Text')

export default function StaffText() {
  return <TextPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
