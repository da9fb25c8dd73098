import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { CustomerMergePage } from '../staff/customers/customer-merge-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadMerge, mergeAccounts } from '../staff/customers/load-customers.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = requireOrderId(params['customer'])
  return data(await loadMerge(staff, id, new URL(request.url).searchParams), { headers: staff.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = requireOrderId(params['customer'])
  const done = await mergeAccounts(staff, id, await request.formData())
  if (!done.ok) return data({ failure: done.message }, { status: done.status, headers: staff.headers })
  return redirect(`/staff/customers/${id}?merged=1`, { status: 303, headers: staff.headers })
}

export const handle = staffHandle('customers')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Put two accounts together' }),
  NO_INDEX,
]

export default function StaffCustomerMerge() {
  return (
    <CustomerMergePage
      {...useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()?.failure}
    />
  )
}
