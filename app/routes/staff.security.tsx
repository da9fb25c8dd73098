import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { handleSecurityForm, loadSecurity } from '../staff/office/handle-security.server.ts'
import { SecurityPage } from '../staff/office/security-page.tsx'
import { findPasskeyPlace } from '../staff/parts/passkey-place.server.ts'
import { ProofPage } from '../staff/parts/proof-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { provenAction } from '../staff/parts/staff-route.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

const EVERYBODY = ['admin', 'staff', 'pilot'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, EVERYBODY)
  const elsewhere = findPasskeyPlace(request, staff.visit.shop, '/staff/security') ?? null
  const page = await loadSecurity(staff, new URL(request.url).searchParams)
  return data({ ...page, elsewhere }, { headers: staff.headers })
}
export const action = provenAction(handleSecurityForm, EVERYBODY)

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Your sign-in')

export default function StaffSecurity() {
  const answer = useActionData<typeof action>()
  const page = useLoaderData<typeof loader>()
  if (answer && 'proof' in answer) return <ProofPage {...answer.proof} />
  return <SecurityPage {...page} answer={answer} />
}
