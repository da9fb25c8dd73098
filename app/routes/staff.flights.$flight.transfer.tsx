import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { TransferPage } from '../staff/flights/transfer-page.tsx'
import { loadTransfer, pressTransfer } from '../staff/flights/transfer.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const flight = requireOrderId(params['flight'])
  return data(await loadTransfer(staff, flight, new URL(request.url).searchParams), {
    headers: staff.headers,
  })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const flight = requireOrderId(params['flight'])
  const done = await pressTransfer(staff, flight, await request.formData())
  if (done.to !== undefined) return redirect(done.to, { status: 303, headers: staff.headers })
  const { status, failure } = done
  return data({ failure }, { status, headers: staff.headers })
}

export const handle = staffHandle('flights')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Merge or split ${loaded.options.flight_code}` : 'Merge or split' }),
  NO_INDEX,
]

export default function StaffTransfer() {
  return (
    <TransferPage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure} />
  )
}
