import { type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { pressWeather } from '../staff/weather/handle-weather.server.ts'
import { loadWeather } from '../staff/weather/load-weather.server.ts'
import { WeatherPage } from '../staff/weather/weather-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadWeather)
export const action = staffAction(pressWeather)

export const handle = staffHandle('today')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Weather day' }),
  NO_INDEX,
]

export default function StaffWeather() {
  const answer = useActionData<typeof action>()
  return (
    <WeatherPage
      {...useLoaderData<typeof loader>()}
      failure={answer && 'failure' in answer ? answer.failure : undefined}
      refusal={answer && 'refusal' in answer ? answer.refusal : undefined}
    />
  )
}
