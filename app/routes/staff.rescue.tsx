import { useActionData, useLoaderData } from '@remix-run/react'
import { loadRescue, pressRescue } from '../staff/aircraft/handle-rescue.server.ts'
import { RescuePage } from '../staff/aircraft/rescue-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadRescue)
export const action = staffAction(pressRescue)

export const handle = staffHandle('board')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Rescue plan')

export default function StaffRescue() {
  return <RescuePage {...useLoaderData<typeof loader>()} stopped={useActionData<typeof action>()} />
}
