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
import { deskHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { loadMerge, mergeInto } from '../staff/customers/load-customers.server.ts'
import { requireOrderId } from '../staff/orders/load-order.server.ts'
import { PRIVATE } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const id = requireOrderId(params['customer'])
  return data(await loadMerge(desk, id, new URL(request.url).searchParams), { headers: desk.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const id = requireOrderId(params['customer'])
  const done = await mergeInto(desk, id, await request.formData())
  if (!done.ok) return data({ failure: done.message }, { status: done.status, headers: desk.headers })
  return redirect(`/staff/customers/${id}?merged=1`, { status: 303, headers: desk.headers })
}

export const handle = deskHandle('customers')
export const headers = () => PRIVATE

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
