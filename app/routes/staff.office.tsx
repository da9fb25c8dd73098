import { useLoaderData } from '@remix-run/react'
import { loadOffice } from '../staff/office/load-office.server.ts'
import { OfficePage } from '../staff/office/office-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadOffice)

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Office')

export default function StaffOffice() {
  return <OfficePage {...useLoaderData<typeof loader>()} />
}
