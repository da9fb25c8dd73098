import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { DelayPage } from '../staff/flights/delay-page.tsx'
import { loadDelay, pressDelay } from '../staff/flights/delay.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { isDeskStaff, requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin', 'staff', 'pilot'])
  const flight = requireOrderId(params['flight'])
  const plan = await loadDelay(staff, flight, new URL(request.url).searchParams)
  return data({ ...plan, isDesk: isDeskStaff(staff) }, { headers: staff.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin', 'staff', 'pilot'])
  const flight = requireOrderId(params['flight'])
  const done = await pressDelay(staff, flight, await request.formData())
  if (done.to !== undefined) return redirect(done.to, { status: 303, headers: staff.headers })
  const { status, failure, seen } = done
  return data({ failure, seen }, { status, headers: staff.headers })
}

export const handle = staffHandle('flights')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Delay ${loaded.manifest.flight_code}` : 'Delay' }),
  NO_INDEX,
]

export default function StaffDelay() {
  const { failure, seen = null } = useActionData<typeof action>() ?? {}
  return <DelayPage {...useLoaderData<typeof loader>()} failure={failure} seen={seen} />
}
