import { useActionData, useLoaderData } from '@remix-run/react'
import { MailsPage } from '../staff/office/mails-page.tsx'
import { loadMails, sendMailAgain } from '../staff/office/handle-mails.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadMails)
export const action = staffAction(sendMailAgain)

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Mails')

export default function StaffMails() {
  const answer = useActionData<typeof action>()?.answer
  return <MailsPage {...useLoaderData<typeof loader>()} answer={answer} />
}
