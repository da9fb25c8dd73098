import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { decideHold } from '../staff/weather/handle-hold.server.ts'
import { HoldPage } from '../staff/weather/hold-page.tsx'
import { loadHold } from '../staff/weather/load-hold.server.ts'
import { requireWeatherDayId } from '../staff/weather/load-weather-day.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = requireWeatherDayId(params['hold'])
  return data(await loadHold(staff, id, new URL(request.url).searchParams), { headers: staff.headers })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = requireWeatherDayId(params['hold'])
  const done = await decideHold(staff, id, await request.formData())
  if (done.to !== undefined) return redirect(done.to, { status: 303, headers: staff.headers })
  return data(done, { status: done.status, headers: staff.headers })
}

export const handle = staffHandle('today')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Flights on hold' }),
  NO_INDEX,
]

export default function StaffWeatherHold() {
  const answer = useActionData<typeof action>()
  return (
    <HoldPage
      {...useLoaderData<typeof loader>()}
      failure={answer && 'failure' in answer ? answer.failure : undefined}
      refusal={answer && 'refusal' in answer ? answer.refusal : undefined}
    />
  )
}
