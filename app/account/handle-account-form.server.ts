import { EmailProofReply, PasswordResetReply, UserReply } from '#contract/people.ts'
import { type Registration } from '#contract/people.ts'
import {
  type FieldProblems,
  parseAccountForm,
  readAccountProblems,
  readAccountFormValues,
} from './account-form.ts'
import { accountHref, findTab, type FormTab, carriedQuery, tabHref } from './account-tabs.ts'
import { ACCOUNT_TEXT } from './account-text.ts'
import { parseReturnPath } from '../visit/return-path.ts'
import { logIn } from '../visit/sign-in.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiResult } from '../visit/api-result.ts'

/**
 * What an account page shows again after a refusal: what was typed but passwords, and what is
 * wrong.
 */
export interface AccountRefusal {
  tab: FormTab | undefined
  typed: Record<string, string>
  problems: FieldProblems
  /** Of the form as a whole. */
  failure: string | undefined
}

export type AccountAnswer =
  { kind: 'go'; location: string } | { kind: 'refused'; status: number; refusal: AccountRefusal }

interface Sent {
  visit: Visit
  request: Request
  form: FormData
  /** Where to go afterwards. */
  next: string | undefined
  /** The query that is kept, see `carriedQuery`. */
  kept: string
}

/**
 * Does what the pressed button asks for. Each address it leads to names its fragment: browsers keep
 * the old one else.
 */
export async function handleAccountForm(visit: Visit, request: Request): Promise<AccountAnswer> {
  const form = await request.formData()
  const query = new URL(request.url).searchParams
  const next = parseReturnPath(query.get('next'))
  const sent = { visit, request, form, next, kept: carriedQuery(query) }
  const intent = form.get('intent')
  if (intent === 'prove') return sendProof(sent)
  if (intent === 'forgot') return leadToReset(sent)
  switch (findTab(intent)) {
    case 'register':
      return register(sent)
    case 'reset':
      return requestReset(sent)
    default:
      return enter(sent)
  }
}

function refuse(tab: FormTab, form: FormData, status: number, wrong: Partial<AccountRefusal>): AccountAnswer {
  const refusal = { typed: readAccountFormValues(tab, form), problems: {}, failure: undefined, ...wrong, tab }
  return { kind: 'refused', status, refusal }
}

/**
 * A refusal of `/v1`: beside the fields where it names them, else as a sentence (limits and outages
 * have theirs).
 */
function pass(tab: FormTab, form: FormData, result: ApiResult<unknown> & { ok: false }): AccountAnswer {
  const problems = readAccountProblems(tab, result.errors)
  const told = Object.keys(problems).length > 0
  const status = result.status < 400 || [401, 403, 404].includes(result.status) ? 409 : result.status
  return refuse(tab, form, status, { problems, failure: told ? undefined : result.message })
}

/** The account's own page, with what the address said of where somebody came from. */
const home = (kept: string, news = '') => {
  const query = [news, kept].filter((part) => part !== '').join('&')
  return query === '' ? '/account' : `/account?${query}`
}

const withFragment = (path: string) => (path.includes('#') ? path : `${path}#main`)

async function enter({ visit, form, next, kept }: Sent): Promise<AccountAnswer> {
  const parsed = parseAccountForm('login', form)
  if (!parsed.ok) return refuse('login', form, 422, { problems: parsed.problems })
  const result = await logIn(visit.shop, visit.session, parsed.values)
  if (result.ok) return { kind: 'go', location: withFragment(next ?? home(kept)) }
  // Which of the two was wrong is nobody's business; spec section 5 has one sentence for it.
  const refused = result.status >= 400 && result.status < 500 && result.status !== 429
  if (refused) return refuse('login', form, 422, { problems: { password: ACCOUNT_TEXT.refused } })
  return pass('login', form, result)
}

async function register({ visit, request, form, next, kept }: Sent): Promise<AccountAnswer> {
  const parsed = parseAccountForm('register', form)
  if (!parsed.ok) return refuse('register', form, 422, { problems: parsed.problems })
  const user: Registration = { ...parsed.values, tag_list: ['website'] }
  const { brand, shop, session } = visit
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const body = { brand_id: brand.id, user, prove_email_url: `${origin}/account/prove-email` }
  const made = await visit.api.post('/v1/users', UserReply, { body })
  if (!made.ok) return pass('register', form, made)
  const { email, password } = parsed.values
  const entered = await logIn(shop, session, { email, password })
  if (!entered.ok) return { kind: 'go', location: tabHref('login', kept) }
  return { kind: 'go', location: withFragment(next ?? home(kept, 'welcome=1')) }
}

/**
 * The e-mail typed so far goes along, and not in the address: that is kept by browsers and logs.
 */
function leadToReset({ visit, form, kept }: Sent): AccountAnswer {
  const { email = '' } = readAccountFormValues('reset', form)
  if (email.trim() !== '') visit.session.flash('resetEmail', email.trim())
  return { kind: 'go', location: tabHref('reset', kept) }
}

/** The same page for everybody, whether or not anybody has the address. */
async function requestReset({ visit, request, form, kept }: Sent): Promise<AccountAnswer> {
  const parsed = parseAccountForm('reset', form)
  if (!parsed.ok) return refuse('reset', form, 422, { problems: parsed.problems })
  const { brand, shop } = visit
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const redirect_uri = `${origin}/account/password-confirm`
  const body = { password_reset: { email: parsed.values.email, redirect_uri, brand_id: brand.id } }
  const asked = await visit.api.post('/v1/password_resets', PasswordResetReply, { body })
  if (!asked.ok) return pass('reset', form, asked)
  return { kind: 'go', location: tabHref('login', kept).replace('?', '?sent=1&') }
}

async function sendProof({ visit, request }: Sent): Promise<AccountAnswer> {
  const { userApi, user, brand, shop } = visit
  if (!userApi || !user) return { kind: 'go', location: accountHref('login') }
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const body = { email_proof: { redirect_uri: `${origin}/account/prove-email`, brand_id: brand.id } }
  const asked = await userApi.post('/v1/email_proofs', EmailProofReply, { body })
  if (asked.ok) return { kind: 'go', location: '/account?sent=1#main' }
  // 409: confirmed in the meantime, which the page then shows.
  if (asked.status === 409) return { kind: 'go', location: '/account#main' }
  const refusal = { tab: undefined, typed: {}, problems: {}, failure: asked.message }
  return { kind: 'refused', status: asked.status === 429 ? 429 : 502, refusal }
}
