import { useActionData, useLoaderData } from '@remix-run/react'
import { handlePeopleForm, loadPeople } from '../staff/office/handle-people.server.ts'
import { PeoplePage } from '../staff/office/people-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadPeople, ['admin'])
export const action = staffAction(handlePeopleForm, ['admin'])

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Staff and roles')

export default function StaffPeople() {
  return <PeoplePage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
