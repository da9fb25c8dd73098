import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { ApprovalsPage } from '../staff/office/approvals-page.tsx'
import { decideApproval, loadApprovals } from '../staff/office/handle-approvals.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  return data(await loadApprovals(staff, new URL(request.url).searchParams), { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const decided = await decideApproval(staff, await request.formData())
  if (decided.to !== undefined) return redirect(decided.to, { status: 303, headers: staff.headers })
  return data(decided, { status: decided.status, headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'office', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Approvals' }),
  NO_INDEX,
]

export default function StaffApprovals() {
  const answer = useActionData<typeof action>()
  return <ApprovalsPage {...useLoaderData<typeof loader>()} failure={answer?.failure} />
}
