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
import { remindWeatherParties } from '../staff/weather/handle-weather.server.ts'
import { loadWeatherDay, requireWeatherDayId } from '../staff/weather/load-weather-day.server.ts'
import { WeatherDayPage } from '../staff/weather/weather-day-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = requireWeatherDayId(params['day'])
  return data(await loadWeatherDay(staff, id, new URL(request.url).searchParams), { headers: staff.headers })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = requireWeatherDayId(params['day'])
  const done = await remindWeatherParties(staff, id, await request.formData())
  if (done.to !== undefined) return redirect(done.to, { status: 303, headers: staff.headers })
  return data(done, { status: done.status, headers: staff.headers })
}

export const handle = staffHandle('today')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Answers of a weather day' }),
  NO_INDEX,
]

export default function StaffWeatherDay() {
  return (
    <WeatherDayPage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure} />
  )
}
