import { useActionData, useLoaderData } from '@remix-run/react'
import { handlePeopleForm, loadPeople } from '../staff/office/handle-people.server.ts'
import { PeoplePage } from '../staff/office/people-page.tsx'
import { ProofPage } from '../staff/parts/proof-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { provenAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadPeople, ['admin'])
export const action = provenAction(handlePeopleForm, ['admin'])

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Staff and roles')

export default function StaffPeople() {
  const answer = useActionData<typeof action>()
  const page = useLoaderData<typeof loader>()
  if (answer && 'proof' in answer) return <ProofPage {...answer.proof} />
  return <PeoplePage {...page} answer={answer} />
}
