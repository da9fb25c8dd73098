import { createRoute, z } from '@hono/zod-openapi'
import { createRouter } from '../../http/http.ts'
import { receiveWebhook } from '../provider-events/receive-provider-webhook.ts'

const receive = createRoute({
  method: 'post',
  path: '/v1/stripe/webhooks',
  summary: 'Receive events of the payment provider',
  description:
    'Acknowledged once recorded; the effects are read from the provider afterwards. The same ' +
    'event again has no effect.',
  responses: {
    200: {
      description: 'Noted',
      content: { 'application/json': { schema: z.object({ received: z.literal(true) }) } },
    },
    400: {
      description: 'The signature is not the provider’s',
      content: { 'application/json': { schema: z.object({ error: z.string(), code: z.string() }) } },
    },
  },
})

export const stripeWebhooks = createRouter().openapi(receive, async (c) => {
  // The signature covers the bytes as sent: the body must not be parsed before.
  const body = await c.req.text()
  const received = await receiveWebhook(c.get('deps'), body, c.req.header('stripe-signature') ?? '')
  if (received.ok) return c.json({ received: true as const }, 200)
  return c.json({ error: 'The signature does not match.', code: 'bad_signature' }, 400)
})
