import { z } from 'zod'
import { type NewsletterList, NewsletterSignUpReply } from '#contract/newsletter.ts'
import { type RefusedForm, type ShownForm } from './form-page.tsx'
import { SIGN_UP_FIELDS } from './subscribe-page.tsx'
import { findStamp, refusedForm } from './form-page.server.ts'
import { getFormText } from '../texts/form-texts.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiResult } from '../visit/api-result.ts'

/** The form to sign up with, the asked list chosen. */
export async function loadNewsletterForm(visit: Visit, list: NewsletterList): Promise<ShownForm> {
  return {
    text: await getFormText('subscribe', visit.brand),
    action: '/subscribe',
    button: 'Send me the link',
    fields: SIGN_UP_FIELDS,
    stamp: await findStamp(visit, 'newsletter'),
    typed: { email: visit.user?.email ?? '', list },
    mailto: visit.brand.email,
  }
}

/** Asks the service to ask the mailbox. */
export async function requestNewsletter(
  { api, brand }: Visit,
  typed: Readonly<Record<string, string>>,
): Promise<{ ok: true } | { ok: false; status: number; refused: RefusedForm }> {
  const newsletter_sign_up = {
    brand_id: brand.id,
    list: typed['list'] === 'miami' ? 'miami' : 'news',
    email: typed['email'] ?? '',
    consent: typed['consent'] === 'on',
    stamp: typed['stamp'] ?? '',
    website: typed['website'] ?? '',
  }
  const body = { newsletter_sign_up }
  const asked = await api.post('/v1/newsletter_sign_ups', NewsletterSignUpReply, { body })
  if (asked.ok) return { ok: true }
  return { ok: false, status: asked.status, refused: refusedForm(asked, typed) }
}

export const confirmNewsletter = ({ api }: Visit, token: string): Promise<ApiResult<undefined>> =>
  api.post('/v1/newsletter_sign_ups/confirm', z.undefined(), { body: { newsletter_sign_up: { token } } })

/** The answer is the same whoever asks. */
export const stopNewsletter = ({ api }: Visit, token: string): Promise<ApiResult<undefined>> =>
  api.post('/v1/newsletter_stops', z.undefined(), { body: { newsletter_stop: { token } } })

/** A signed token as a mailed link carries it; undefined when it cannot be one. */
export const newsletterToken = (param: string | undefined): string | undefined =>
  /^[\w-]{32}$/.test(param ?? '') ? param : undefined
