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
import { JobsPage } from '../staff/office/jobs-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { changeJob, loadJobs } from '../staff/office/handle-jobs.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  return data(await loadJobs(staff, new URL(request.url).searchParams), { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin'])
  const done = await changeJob(staff, await request.formData())
  if (!done.ok) return data({ failure: done.message }, { status: done.status, headers: staff.headers })
  return redirect('/staff/jobs?state=waiting', { status: 303, headers: staff.headers })
}

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Jobs' }),
  NO_INDEX,
]

export default function StaffJobs() {
  return <JobsPage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure} />
}
