import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { PeoplePage } from '../staff/office/people-page.tsx'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handlePeopleForm, loadPeople } from '../staff/office/handle-people.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin'])
  const done = new URL(request.url).searchParams.get('done')
  return data({ ...(await loadPeople(staff)), done }, { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin'])
  const answer = await handlePeopleForm(staff, await request.formData())
  if (typeof answer !== 'string') return data(answer, { status: answer.status, headers: staff.headers })
  return redirect(`/staff/people?done=${answer}`, { status: 303, headers: staff.headers })
}

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Staff and roles' }),
  NO_INDEX,
]

export default function StaffPeople() {
  return <PeoplePage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
