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
import { MailsPage } from '../staff/office/mails-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadMails, readMailFilter, sendMailAgain } from '../staff/office/handle-mails.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  return data(await loadMails(staff, new URL(request.url).searchParams), { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const sent = await sendMailAgain(staff, await request.formData())
  if (sent !== 'sent') return data(sent.answer, { status: sent.status, headers: staff.headers })
  const { state, to } = readMailFilter(new URL(request.url).searchParams)
  const path = `/staff/mails?${new URLSearchParams({ state, to, again: '1' }).toString()}`
  return redirect(path, { status: 303, headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'office', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Mails' }),
  NO_INDEX,
]

export default function StaffMails() {
  return <MailsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
