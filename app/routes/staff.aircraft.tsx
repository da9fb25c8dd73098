import { useActionData, useLoaderData } from '@remix-run/react'
import { AircraftPage } from '../staff/aircraft/aircraft-page.tsx'
import { loadAircraft, pressAircraft } from '../staff/aircraft/handle-aircraft.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadAircraft)
export const action = staffAction(pressAircraft)

export const handle = staffHandle('board')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Aircraft out of service')

export default function StaffAircraft() {
  const { answer, failure, hit } = useActionData<typeof action>() ?? {}
  return <AircraftPage {...useLoaderData<typeof loader>()} {...{ answer, failure, hit }} />
}
