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
import { JobsPage } from '../staff/office/jobs-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { changeJob, loadJobs } from '../staff/office/handle-jobs.server.ts'
import { PRIVATE } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  return data(await loadJobs(desk, new URL(request.url).searchParams), { headers: desk.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context, ['admin'])
  const done = await changeJob(desk, await request.formData())
  if (!done.ok) return data({ failure: done.message }, { status: done.status, headers: desk.headers })
  return redirect('/staff/jobs?state=waiting', { status: 303, headers: desk.headers })
}

export const handle = deskHandle('office')
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Jobs' }),
  NO_INDEX,
]

export default function StaffJobs() {
  return <JobsPage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure} />
}
