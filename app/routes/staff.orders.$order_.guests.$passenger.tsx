import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { GuestPage } from '../staff/guests/guest-page.tsx'
import { guestName } from '../staff/guests/guest-words.ts'
import { freeSeat, loadGuest } from '../staff/guests/load-guest.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const order = requireOrderId(params['order'])
  const { searchParams } = new URL(request.url)
  const guest = await loadGuest(staff, order, params['passenger'] ?? '', searchParams)
  return data(guest, { headers: staff.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const order = requireOrderId(params['order'])
  const refused = await freeSeat(staff, order, params['passenger'] ?? '')
  if (refused) return data({ text: refused.text }, { status: refused.status, headers: staff.headers })
  const { pathname, search } = new URL(request.url)
  return redirect(`${pathname}${search}`, { status: 303, headers: staff.headers })
}

export const handle = staffHandle('orders')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? guestName(loaded.guest, loaded.number) : 'Guest' }),
  NO_INDEX,
]

export default function StaffGuest() {
  return <GuestPage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.text} />
}
