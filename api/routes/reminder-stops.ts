import { createRoute } from '@hono/zod-openapi'
import { ReminderStopRequest } from '#contract/resumption.ts'
import { createRouter } from '../http.ts'
import { stopReminders } from '../services/resume/stop-reminders.ts'
import { jsonBody } from './json-reply.ts'

const stop = createRoute({
  method: 'post',
  path: '/v1/reminder_stops',
  summary: 'No more reminders to the address a reminder went to',
  description: 'The answer is the same for a secret nobody has.',
  request: { body: jsonBody(ReminderStopRequest) },
  responses: { 204: { description: 'Heard' } },
})

export const reminderStops = createRouter().openapi(stop, async (c) => {
  await stopReminders(c.get('deps'), c.req.valid('json').reminder_stop.secret)
  return c.body(null, 204)
})
