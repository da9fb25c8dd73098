import { useActionData, useLoaderData } from '@remix-run/react'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { pressLimits } from '../staff/pilots/handle-pilots.server.ts'
import { loadPilots } from '../staff/pilots/load-pilots.server.ts'
import { PilotsPage } from '../staff/pilots/pilots-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadPilots)
export const action = staffAction(pressLimits, ['admin'])

export const handle = staffHandle('board')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Pilots')

export default function StaffPilots() {
  return <PilotsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()?.answer} />
}
