import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { LocalDate } from '#contract/primitives.ts'
import { StaffDayReply } from '#contract/staff-day.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { readStaffDay } from '../staff-day/read-staff-day.ts'

const read = createRoute({
  method: 'get',
  path: '/v1/staff_days/{date}',
  summary: 'The booked flights of a day, what staff have to settle, and its money; staff only',
  description:
    'The tasks are those of `/v1/staff_tasks` and those that the flights need done before they leave; ' +
    'what runs out first comes first. Weights are sums of a flight.',
  middleware: [requireCaller] as const,
  request: { params: z.object({ date: LocalDate }) },
  responses: { 200: jsonReply('The day', StaffDayReply) },
})

export const staffDays = createRouter().openapi(read, async (c) => {
  const { database, clock } = c.get('deps')
  const { date } = c.req.valid('param')
  const staff_day = await readStaffDay(database.db, { date, now: clock.now() })
  return c.json({ staff_day }, 200)
})
