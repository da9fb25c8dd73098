import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { pressPilot } from '../staff/pilots/handle-pilots.server.ts'
import { loadPilot } from '../staff/pilots/load-pilots.server.ts'
import { PilotPage } from '../staff/pilots/pilot-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

/** Pilots open their own page only. */
const ROLES = ['admin', 'staff', 'pilot'] as const

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, ROLES)
  const query = new URL(request.url).searchParams
  return data(await loadPilot(staff, params['pilot'] ?? '', query), { headers: staff.headers })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, ROLES)
  const pilot = params['pilot'] ?? ''
  // Nobody else's page takes a press either.
  await loadPilot(staff, pilot, new URLSearchParams())
  const done = await pressPilot(staff, pilot, await request.formData())
  if (done.to !== undefined) return redirect(done.to, { status: 303, headers: staff.headers })
  return data(done, { status: done.status, headers: staff.headers })
}

export const handle = staffHandle('board')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Pilot')

export default function StaffPilot() {
  const { answer, failure, lost } = useActionData<typeof action>() ?? {}
  return <PilotPage {...useLoaderData<typeof loader>()} {...{ answer, failure, lost }} />
}
