import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DepartureCancellationReason } from '#contract/call-off.ts'
import { Instant } from '#contract/primitives.ts'
import { pageMeta } from '../page/page-meta.ts'
import { DepartureCancellationPage } from '../staff/flights/cancel-departure-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handleDepartureCancellation } from '../staff/flights/cancel-departure.server.ts'
import { findDeparture } from '../staff/flights/find-departure.server.ts'
import { parseForm } from '../ui/form/read-form.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

const Asked = z.object({
  departure: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
  at: Instant,
  /** The reason that the link suggests. */
  reason: DepartureCancellationReason.optional().catch(undefined),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const input = Asked.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  const found = input.success && (await findDeparture(staff, input.data.departure, input.data.at))
  if (!found) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  return data({ ...found, reason: input.data.reason }, { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const form = await request.formData()
  const answer = await handleDepartureCancellation(staff, form)
  if (answer !== 'done') return data(answer, { status: answer.status, headers: staff.headers })
  const sent = parseForm(form, Asked)
  const found = sent.status === 'success' && (await findDeparture(staff, sent.value.departure, sent.value.at))
  const day = found ? `?date=${found.date}` : ''
  return redirect(`/staff/flights${day}`, { status: 303, headers: staff.headers })
}

export const handle = staffHandle('flights')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Call off a departure' }),
  NO_INDEX,
]

export default function StaffCallOff() {
  const answer = useActionData<typeof action>()
  return (
    <DepartureCancellationPage
      {...useLoaderData<typeof loader>()}
      seen={answer && 'seen' in answer ? answer.seen : undefined}
      refusal={answer && 'refusal' in answer ? answer.refusal : undefined}
    />
  )
}
