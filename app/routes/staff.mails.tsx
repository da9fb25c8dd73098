import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { MailsPage } from '../desk/mails-page.tsx'
import { NO_INDEX } from '../desk/no-index.ts'
import { requireDesk } from '../server/desk.server.ts'
import { loadMails, readMailsAsked, sendMailAgain } from '../server/desk-mails.server.ts'
import { PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/desk.css?url'

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
