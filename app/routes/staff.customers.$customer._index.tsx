import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { CustomerPage } from '../staff/customers/customer-page.tsx'
import { handleCustomer } from '../staff/customers/handle-customer.server.ts'
import { loadCustomer } from '../staff/customers/load-customers.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { ProofPage } from '../staff/parts/proof-page.tsx'
import { actWithProof } from '../staff/parts/proof.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = requireOrderId(params['customer'])
  return data(await loadCustomer(staff, id, new URL(request.url).searchParams), { headers: staff.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = requireOrderId(params['customer'])
  const form = await request.formData()
  const answer = await actWithProof(staff, request, form, (proven, sent) => handleCustomer(proven, id, sent))
  if (typeof answer !== 'string' && 'proof' in answer)
    return data(answer, { status: answer.status, headers: staff.headers })
  if (typeof answer !== 'string' && 'emailOwner' in answer) {
    const to = `/staff/customers/${String(answer.emailOwner)}?email=1#history`
    return redirect(to, { status: 303, headers: staff.headers })
  }
  if (typeof answer !== 'string') {
    // A deleted note is no refusal, so the title does not begin with "Error".
    const refused = answer.status >= 400
    return data({ ...answer, refused }, { status: answer.status, headers: staff.headers })
  }
  const part = answer === 'credit' || answer === 'factor' ? '' : '#history'
  return redirect(`/staff/customers/${id}?${answer}=1${part}`, { status: 303, headers: staff.headers })
}

export const handle = staffHandle('customers')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Customer' }),
  NO_INDEX,
]

export default function StaffCustomer() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer && 'proof' in answer) return <ProofPage {...answer.proof} />
  return <CustomerPage {...page} answer={answer} />
}
