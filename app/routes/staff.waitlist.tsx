import { useActionData, useLoaderData } from '@remix-run/react'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { changeWaitlist, loadWaitlist } from '../staff/waitlist/handle-waitlist.server.ts'
import { WaitlistPage } from '../staff/waitlist/waitlist-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadWaitlist)
export const action = staffAction(changeWaitlist)

export const handle = staffHandle('flights')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Waitlist')

export default function StaffWaitlist() {
  const acted = useActionData<typeof action>()
  return <WaitlistPage {...useLoaderData<typeof loader>()} answer={acted?.answer} preview={acted?.preview} />
}
