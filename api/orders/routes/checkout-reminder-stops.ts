import { createRoute } from '@hono/zod-openapi'
import { ReminderStopRequest } from '#contract/resumption.ts'
import { createRouter } from '../../http/http.ts'
import { stopReminders } from '../checkout-transfer/stop-checkout-reminders.ts'
import { jsonBody } from '../../http/json-reply.ts'

const stop = createRoute({
  method: 'post',
  path: '/v1/reminder_stops',
  summary: 'Send no more reminders to the address of a reminder',
  description: 'The answer is the same for an unknown secret.',
  request: { body: jsonBody(ReminderStopRequest) },
  responses: { 204: { description: 'Heard' } },
})

export const reminderStops = createRouter().openapi(stop, async (c) => {
  await stopReminders(c.get('deps'), c.req.valid('json').reminder_stop.secret)
  return c.body(null, 204)
})
