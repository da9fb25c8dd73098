import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { deskHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { PeoplePage } from '../staff/office/people-page.tsx'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { changePeople, loadPeople } from '../staff/office/handle-people.server.ts'
import { PRIVATE } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context, ['admin'])
  const done = new URL(request.url).searchParams.get('done')
  return data({ ...(await loadPeople(desk)), done }, { headers: desk.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context, ['admin'])
  const answer = await changePeople(desk, await request.formData())
  if (typeof answer !== 'string') return data(answer, { status: answer.status, headers: desk.headers })
  return redirect(`/staff/people?done=${answer}`, { status: 303, headers: desk.headers })
}

export const handle = deskHandle('office')
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Staff and roles' }),
  NO_INDEX,
]

export default function StaffPeople() {
  return <PeoplePage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
