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
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { loadMails, readMailsAsked, sendMailAgain } from '../staff/office/handle-mails.server.ts'
import { PRIVATE } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  return data(await loadMails(desk, new URL(request.url).searchParams), { headers: desk.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const sent = await sendMailAgain(desk, await request.formData())
  if (!sent.ok) {
    const { failure, typed } = sent
    return data({ failure, typed }, { status: sent.status, headers: desk.headers })
  }
  const { state, to } = readMailsAsked(new URL(request.url).searchParams)
  const path = `/staff/mails?${new URLSearchParams({ state, to, again: '1' }).toString()}`
  return redirect(path, { status: 303, headers: desk.headers })
}

export const handle: PageHandle = { layout: 'desk', desk: 'office', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Mails' }),
  NO_INDEX,
]

export default function StaffMails() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <MailsPage {...loaded} failure={answer?.failure} typed={answer?.typed} />
}
