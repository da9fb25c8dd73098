import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { loadTexts, readTextState, sendTextAgain } from '../staff/office/handle-texts.server.ts'
import { TextsPage } from '../staff/office/texts-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import sheet from '../styles/staff.css?url'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  return data(await loadTexts(staff, new URL(request.url).searchParams), { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const sent = await sendTextAgain(staff, await request.formData())
  if (sent !== 'sent') return data(sent, { status: sent.status, headers: staff.headers })
  const state = readTextState(new URL(request.url).searchParams)
  return redirect(`/staff/texts?state=${state}&again=1`, { status: 303, headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'office', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Texts' }),
  NO_INDEX,
]

export default function StaffTexts() {
  return <TextsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
