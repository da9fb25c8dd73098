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
  summary: 'Subscribe to a newsletter: mails a confirmation link, and nothing else before it is used',
  description: 'The answer is the same whether the address is subscribed, was subscribed, or never was.',
  request: {
    body: jsonBody(NewsletterSignUpRequest),
  },
  responses: { 201: jsonReply('The confirmation mail is on its way', NewsletterSignUpReply) },
})
const confirm = createRoute({
  method: 'post',
  path: '/v1/newsletter_sign_ups/confirm',
  summary: 'Confirm a subscription with the token of the mailed link',
  request: {
    body: jsonBody(NewsletterConfirmation),
  },
  responses: { 204: { description: 'Subscribed, now or before' } },
})
const stop = createRoute({
  method: 'post',
  path: '/v1/newsletter_stops',
  summary: 'Unsubscribe the address of a mail, by the token of its link',
  description: 'The link of any earlier mail works. The answer is the same for an unknown token.',
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
