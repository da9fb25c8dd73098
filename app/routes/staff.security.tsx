import { useActionData, useLoaderData } from '@remix-run/react'
import { handleSecurityForm, loadSecurity } from '../staff/office/handle-security.server.ts'
import { SecurityPage } from '../staff/office/security-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

const EVERYBODY = ['admin', 'staff', 'pilot'] as const

export const loader = staffLoader(loadSecurity, EVERYBODY)
export const action = staffAction(handleSecurityForm, EVERYBODY)

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Your sign-in')

export default function StaffSecurity() {
  return <SecurityPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
