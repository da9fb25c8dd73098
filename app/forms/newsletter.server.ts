import { z } from 'zod'
import { type NewsletterList, NewsletterSignUpReply, NewsletterSignUpRequest } from '#contract/newsletter.ts'
import { type RefusedForm, type ShownForm } from './form-page.tsx'
import { publicShape } from './form-shapes.ts'
import { SIGN_UP_FIELDS } from './subscribe-page.tsx'
import { parsePublicForm, refuseForm } from '../ui/form/read-form.server.ts'
import { findStamp, refuseStamped } from './form-page.server.ts'
import { getFormText } from '../texts/form-texts.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiResult } from '../visit/api-result.ts'

/** The form to sign up with the requested list selected. */
export async function loadNewsletterForm(visit: Visit, list: NewsletterList): Promise<ShownForm> {
  return {
    text: await getFormText('subscribe', visit.brand),
    action: '/subscribe',
    button: 'Send me the link',
    fields: SIGN_UP_FIELDS,
    stamp: await findStamp(visit, 'newsletter'),
    known: { email: visit.user?.email ?? '', list },
    mailto: visit.brand.email,
  }
}

const SignUp = NewsletterSignUpRequest.shape.newsletter_sign_up.omit({ brand_id: true, website: true })
const SHAPE = publicShape('subscribe', SIGN_UP_FIELDS)

/** Submits the sign-up; the service mails a link to confirm it. */
export async function requestNewsletter(
  { api, brand }: Visit,
  typed: FormData,
): Promise<{ ok: true } | { ok: false; status: number; refused: RefusedForm }> {
  const submission = parsePublicForm(typed, SignUp)
  if (submission.status !== 'success') {
    return { ok: false, status: 422, refused: refuseStamped(SHAPE, submission) }
  }
  const body = { newsletter_sign_up: { ...submission.value, brand_id: brand.id } }
  const result = await api.post('/v1/newsletter_sign_ups', NewsletterSignUpReply, { body })
  if (result.ok) return { ok: true }
  return { ok: false, status: result.status, refused: refuseStamped(SHAPE, submission, result) }
}

/**
 * A newsletter box on another page has no stamp: its e-mail is prefilled in this form, without an
 * error.
 */
export function bringAddress(typed: FormData): RefusedForm {
  const { initialValue = {} } = refuseForm(SHAPE, parsePublicForm(typed, SignUp))
  return { form: SHAPE.id, initialValue: { list: 'news', ...initialValue } }
}

export const confirmNewsletter = ({ api }: Visit, token: string): Promise<ApiResult<undefined>> =>
  api.post('/v1/newsletter_sign_ups/confirm', z.undefined(), { body: { newsletter_sign_up: { token } } })

/** The answer is the same for every visitor. */
export const stopNewsletter = ({ api }: Visit, token: string): Promise<ApiResult<undefined>> =>
  api.post('/v1/newsletter_stops', z.undefined(), { body: { newsletter_stop: { token } } })

/** The signed token of a mailed link; undefined if the parameter cannot be one. */
export const newsletterToken = (param: string | undefined): string | undefined =>
  /^[\w-]{32}$/.test(param ?? '') ? param : undefined
