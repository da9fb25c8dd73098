import { useActionData, useLoaderData } from '@remix-run/react'
import { CarePage } from '../staff/office/care-page.tsx'
import { loadCare, switchCare } from '../staff/office/handle-care.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadCare)
export const action = staffAction(switchCare, ['admin'])

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Care')

export default function StaffCare() {
  return <CarePage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure} />
}
