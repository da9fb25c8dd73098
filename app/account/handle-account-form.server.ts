import { z } from 'zod'
import { EmailProofReply, PasswordResetReply, UserReply } from '#contract/people.ts'
import { type Registration } from '#contract/people.ts'
import { ACCOUNT_FORMS, accountSchemas } from './account-form.ts'
import { accountHref, findTab, carriedQuery, logInCodeHref, tabHref } from './account-tabs.ts'
import { ACCOUNT_TEXT } from './account-text.ts'
import { parseReturnPath } from '../visit/return-path.ts'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { parseForm, parsePublicForm, refusalStatus, refuseForm } from '../ui/form/read-form.server.ts'
import { readForm, readIntent, SentText } from '../ui/form/sent-values.server.ts'
import { isSecondFactorNeeded, logIn } from '../visit/sign-in.server.ts'
import { readDevice } from '../visit/known-device.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

export type AccountAnswer =
  | {
      kind: 'go'
      location: string
      /** Keeps the name of the browser that logged in. */
      deviceCookie?: string
    }
  | { kind: 'refused'; status: number; answer: FormAnswer }

interface SentAccountForm {
  visit: Visit
  request: Request
  form: FormData
  /** The page to open afterwards. */
  next: string | undefined
  /** The query that every address keeps, see `carriedQuery`. */
  kept: string
}

/**
 * Handles the pressed button. Each address that it redirects to names its fragment, because
 * browsers would keep the old one.
 */
export async function handleAccountForm(visit: Visit, request: Request): Promise<AccountAnswer> {
  const form = await request.formData()
  const query = new URL(request.url).searchParams
  const next = parseReturnPath(query.get('next'))
  const sent = { visit, request, form, next, kept: carriedQuery(query) }
  const intent = readIntent(form)
  if (intent === 'prove') return sendProof(sent)
  if (intent === 'forgot') return leadToReset(sent)
  switch (findTab(intent)) {
    case 'register':
      return register(sent)
    case 'reset':
      return requestReset(sent)
    default:
      return logInWithForm(sent)
  }
}

const refuse = (status: number, answer: FormAnswer): AccountAnswer => ({ kind: 'refused', status, answer })

/** The address of the account's first page, with the parameters that every address keeps. */
const accountHomeHref = (kept: string, news = '') => {
  const query = [news, kept].filter((part) => part !== '').join('&')
  return query === '' ? '/account' : `/account?${query}`
}

const withFragment = (path: string) => (path.includes('#') ? path : `${path}#main`)

/** Who logs in where: the browser's name and the shop. */
async function readPlace(visit: Visit, request: Request) {
  const { token, cookie } = await readDevice(request, visit.shop)
  const shop_url = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  return { from: { device_token: token, shop_url }, deviceCookie: cookie }
}

async function logInWithForm({ visit, request, form, next, kept }: SentAccountForm): Promise<AccountAnswer> {
  const shape = ACCOUNT_FORMS.login
  const submission = parseForm(form, accountSchemas.login)
  if (submission.status !== 'success') return refuse(422, refuseForm(shape, submission))
  const { from, deviceCookie } = await readPlace(visit, request)
  const result = await logIn(visit.shop, visit.session, submission.value, from)
  if (result.ok) return { kind: 'go', location: withFragment(next ?? accountHomeHref(kept)), deviceCookie }
  if (isSecondFactorNeeded(result))
    return { kind: 'go', location: `${logInCodeHref(kept)}#main`, deviceCookie }
  // The message does not reveal whether the e-mail or the password was wrong; spec section 5 has
  // one message for both.
  const refused = result.status >= 400 && result.status < 500 && result.status !== 429
  if (refused)
    return refuse(422, refuseForm(shape, submission, { errors: { password: [ACCOUNT_TEXT.refused] } }))
  return refuse(refusalStatus(result), refuseForm(shape, submission, result))
}

async function register({ visit, request, form, next, kept }: SentAccountForm): Promise<AccountAnswer> {
  const shape = ACCOUNT_FORMS.register
  const submission = parsePublicForm(form, accountSchemas.register)
  if (submission.status !== 'success') return refuse(422, refuseForm(shape, submission))
  const user: Registration = { ...submission.value, tag_list: ['website'] }
  const { brand, shop, session } = visit
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const body = { brand_id: brand.id, user, prove_email_url: `${origin}/account/prove-email` }
  const made = await visit.api.post('/v1/users', UserReply, { body })
  if (!made.ok) return refuse(refusalStatus(made), refuseForm(shape, submission, made))
  const { email, password } = submission.value
  const { from, deviceCookie } = await readPlace(visit, request)
  const entered = await logIn(shop, session, { email, password }, from)
  if (!entered.ok) return { kind: 'go', location: tabHref('login', kept) }
  return { kind: 'go', location: withFragment(next ?? accountHomeHref(kept, 'welcome=1')), deviceCookie }
}

const TypedSoFar = z.object({ email: SentText })

/** Passes the typed e-mail on in the session, because browsers and logs keep addresses. */
function leadToReset({ visit, form, kept }: SentAccountForm): AccountAnswer {
  const email = readForm(form, TypedSoFar).email?.trim()
  if (email) visit.session.flash('resetEmail', email.slice(0, 300))
  return { kind: 'go', location: tabHref('reset', kept) }
}

/** Answers with the same page whether or not the e-mail has an account. */
async function requestReset({ visit, request, form, kept }: SentAccountForm): Promise<AccountAnswer> {
  const shape = ACCOUNT_FORMS.reset
  const submission = parsePublicForm(form, accountSchemas.reset)
  if (submission.status !== 'success') return refuse(422, refuseForm(shape, submission))
  const { brand, shop } = visit
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const redirect_uri = `${origin}/account/password-confirm`
  const body = { password_reset: { email: submission.value.email, redirect_uri, brand_id: brand.id } }
  const asked = await visit.api.post('/v1/password_resets', PasswordResetReply, { body })
  if (!asked.ok) return refuse(refusalStatus(asked), refuseForm(shape, submission, asked))
  return { kind: 'go', location: tabHref('login', kept).replace('?', '?sent=1&') }
}

async function sendProof({ visit, request }: SentAccountForm): Promise<AccountAnswer> {
  const { userApi, user, brand, shop } = visit
  if (!userApi || !user) return { kind: 'go', location: accountHref('login') }
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const body = { email_proof: { redirect_uri: `${origin}/account/prove-email`, brand_id: brand.id } }
  const asked = await userApi.post('/v1/email_proofs', EmailProofReply, { body })
  if (asked.ok) return { kind: 'go', location: '/account?sent=1#main' }
  // 409: confirmed in the meantime, which the page then shows.
  if (asked.status === 409) return { kind: 'go', location: '/account#main' }
  const answer: FormAnswer = { form: 'prove', status: 'error', error: { '': [asked.message] } }
  return refuse(asked.status === 429 ? 429 : 502, answer)
}
