import { createRoute } from '@hono/zod-openapi'
import {
  NewsletterConfirmation,
  NewsletterSignUpReply,
  NewsletterSignUpRequest,
  NewsletterStopRequest,
} from '#contract/newsletter.ts'
import { createRouter } from '../../http/http.ts'
import { confirmNewsletter, signUpForNewsletter } from '../subscribe-to-newsletter.ts'
import { stopNewsletter } from '../unsubscribe-from-newsletter.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'
import { refuseForm } from './refuse-form.ts'

const signUp = createRoute({
  method: 'post',
  path: '/v1/newsletter_sign_ups',
  summary: 'Ask a mailbox whether it wants news; nothing is sent before it says so',
  description: 'The answer is the same for an address that is on the list, was on it, or never was.',
  request: {
    body: jsonBody(NewsletterSignUpRequest),
  },
  responses: { 201: jsonReply('The question is on its way', NewsletterSignUpReply) },
})
const confirm = createRoute({
  method: 'post',
  path: '/v1/newsletter_sign_ups/confirm',
  summary: 'The mailbox says yes, by the token of the mailed link',
  request: {
    body: jsonBody(NewsletterConfirmation),
  },
  responses: { 204: { description: 'On the list, now or before' } },
})
const stop = createRoute({
  method: 'post',
  path: '/v1/newsletter_stops',
  summary: 'No more news to the address a mail went to, by the token of its link',
  description: 'Works with the oldest mail. The answer is the same for a token nobody has.',
  request: { body: jsonBody(NewsletterStopRequest) },
  responses: { 204: { description: 'Heard' } },
})

export const newsletters = createRouter()
  .openapi(signUp, async (c) => {
    const { newsletter_sign_up: input } = c.req.valid('json')
    const asked = await signUpForNewsletter(c.get('deps'), input)
    if (!asked.ok) return refuseForm(c, asked)
    return c.json({ newsletter_sign_up: { list: input.list } }, 201)
  })
  .openapi(confirm, async (c) => {
    const confirmed = await confirmNewsletter(c.get('deps'), c.req.valid('json').newsletter_sign_up.token)
    return confirmed.ok ? c.body(null, 204) : refuse(c, confirmed.reason)
  })
  .openapi(stop, async (c) => {
    await stopNewsletter(c.get('deps'), c.req.valid('json').newsletter_stop.token)
    return c.body(null, 204)
  })
