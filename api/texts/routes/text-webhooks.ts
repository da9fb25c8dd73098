import { createRoute, z } from '@hono/zod-openapi'
import { type Context } from 'hono'
import { type ApiEnv, createRouter } from '../../http/http.ts'
import { TEXT_SIGNATURE } from '../../gateways/text-signature.ts'
import { findId } from '../../http/list-query.ts'
import { receiveTextReply, receiveTextStatus, type TextWebhook } from '../receive-text-webhooks.ts'

const refused = {
  description: 'The signature is not the provider’s',
  content: { 'application/json': { schema: z.object({ error: z.string(), code: z.string() }) } },
}
const reply = createRoute({
  method: 'post',
  path: '/v1/twilio/messages',
  summary: 'Receive answers to texts, such as STOP',
  description:
    'Called by the provider of texts with its signature. STOP ends all texts of a brand to a number. The ' +
    'same answer again has no effect.',
  responses: {
    200: {
      description: 'An answer without words: the provider itself answers STOP, START and HELP',
      content: { 'text/xml': { schema: z.string() } },
    },
    400: refused,
  },
})
const status = createRoute({
  method: 'post',
  path: '/v1/twilio/statuses',
  summary: 'Receive what became of a text',
  description: 'Called by the provider of texts with its signature. The same status again has no effect.',
  request: { query: z.object({ text: z.string().max(20).optional() }) },
  responses: {
    200: {
      description: 'Noted',
      content: { 'application/json': { schema: z.object({ received: z.literal(true) }) } },
    },
    400: refused,
  },
})

const REFUSAL = { error: 'The signature does not match.', code: 'bad_signature' }
const NO_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/** The signature covers the fields as sent: the body must not be parsed before. */
async function readWebhook(c: Context<ApiEnv>): Promise<TextWebhook> {
  const { pathname, search } = new URL(c.req.url)
  return {
    path: `${pathname}${search}`,
    body: await c.req.text(),
    signature: c.req.header(TEXT_SIGNATURE) ?? '',
  }
}

export const textWebhooks = createRouter()
  .openapi(reply, async (c) => {
    const received = await receiveTextReply(c.get('deps'), await readWebhook(c))
    if (!received.ok) return c.json(REFUSAL, 400)
    return c.body(NO_ANSWER, 200, { 'Content-Type': 'text/xml; charset=utf-8' })
  })
  .openapi(status, async (c) => {
    const textId = findId(c.req.valid('query').text ?? '')
    const received = await receiveTextStatus(c.get('deps'), textId, await readWebhook(c))
    return received.ok ? c.json({ received: true as const }, 200) : c.json(REFUSAL, 400)
  })
