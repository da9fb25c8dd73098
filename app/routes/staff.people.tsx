import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../components/page-meta.ts'
import { deskHandle } from '../desk/desk-handle.ts'
import { NO_INDEX } from '../desk/no-index.ts'
import { PeoplePage } from '../desk/people-page.tsx'
import { requireDesk } from '../server/desk.server.ts'
import { changePeople, loadPeople } from '../server/desk-people.server.ts'
import { PRIVATE } from '../server/session.server.ts'

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
