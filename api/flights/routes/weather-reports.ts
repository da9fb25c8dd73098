import { createRoute } from '@hono/zod-openapi'
import { WeatherReportsQuery, WeatherReportsReply } from '#contract/weather-report.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { readWeatherReports } from '../weather/read-weather-reports.ts'

const read = createRoute({
  method: 'get',
  path: '/v1/weather_reports',
  summary: 'The weather of terminals: observation, forecast and what to look at twice; staff and pilots',
  description:
    'Advice, by the reports of the terminal’s station; nothing is decided by it. Terminals without one are ' +
    'not in the answer, and a weather service that does not answer is `unavailable`.',
  middleware: [requireCaller] as const,
  request: { query: WeatherReportsQuery },
  responses: { 200: jsonReply('A report for each terminal with a station', WeatherReportsReply) },
})

export const weatherReports = createRouter().openapi(read, async (c) => {
  const { terminal_ids: ids, ...span } = c.req.valid('query')
  const terminalIds = ids.split(',').map(Number)
  const weather_reports = await readWeatherReports(c.get('deps'), { ...span, terminalIds })
  return c.json({ weather_reports }, 200)
})
