import { z } from 'zod'
import {
  AccountSessionsReply,
  EmailChangeReply,
  type Erasure,
  ErasureReply,
  ERASURE_MESSAGES,
} from '#contract/account.ts'
import { UserReply } from '#contract/people.ts'
import { type FieldProblems } from './account-form.ts'
import { ACCOUNT_TEXT } from './account-text.ts'
import {
  type DetailsForm,
  detailsProblems,
  findDetailsForm,
  parseDetails,
  readDetailsFormValues,
} from './details-form.ts'
import { DETAILS_PATH, type DetailsPageProps, type DetailsRefusal } from './details-page.tsx'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiClient, type ApiResult } from '../visit/api-result.ts'

/** Somebody who is logged in: these pages are for nobody else. */
export type AccountVisit = Visit & { userApi: ApiClient; user: NonNullable<Visit['user']> }

export const isLoggedIn = (visit: Visit): visit is AccountVisit =>
  visit.user !== undefined && visit.userApi !== undefined

const NOTICES: Readonly<Record<string, string>> = {
  person: 'Your name and phone are saved.',
  email: 'We sent a link to the new address. It works once, for one hour; until then the old one counts.',
  password: 'Your password is changed. Everybody else is logged out.',
  session: 'That device is logged out.',
}

export async function loadDetails(
  visit: AccountVisit,
  query: URLSearchParams,
): Promise<Omit<DetailsPageProps, 'refusal'>> {
  const { userApi, user, brand, specOnly } = visit
  const result = specOnly ? undefined : await userApi.get('/v1/sessions', AccountSessionsReply)
  return {
    user,
    sessions: result?.ok ? result.data.sessions : undefined,
    zone: brand.time_zone,
    notice: NOTICES[query.get('done') ?? ''],
    contactHref: specOnly ? brand.email : undefined,
  }
}

export type DetailsAnswer =
  | { kind: 'go'; location: string }
  /** Nobody is logged in any more. */
  | { kind: 'out'; location: string }
  | { kind: 'refused'; status: number; refusal: DetailsRefusal }

/** Does what the pressed button asks for. */
export async function handleDetails(visit: AccountVisit, request: Request): Promise<DetailsAnswer> {
  const sent = await request.formData()
  const intent = sent.get('intent')
  if (intent === 'session') return endSession(visit, sent.get('session'))
  if (intent === 'everywhere') return endEverywhere(visit)
  const form = findDetailsForm(intent)
  if (!form) return { kind: 'go', location: `${DETAILS_PATH}#main` }
  const parsed = parseDetails(form, sent)
  const typed = readDetailsFormValues(form, sent)
  if (!parsed.ok) {
    return {
      kind: 'refused',
      status: 422,
      refusal: { form, typed, problems: parsed.problems, failure: undefined },
    }
  }
  const result = await send(visit, request, form, parsed.values)
  if (result.ok) return { kind: 'go', location: `${DETAILS_PATH}?done=${form}#main` }
  const problems = detailsProblems(form, result.errors)
  const failure = Object.keys(problems).length > 0 ? undefined : result.message
  return { kind: 'refused', status: statusOf(result), refusal: { form, typed, problems, failure } }
}

const statusOf = ({ status }: { status: number }) =>
  status < 400 || [401, 403, 404].includes(status) ? 409 : status

async function send(
  { userApi, brand, shop }: AccountVisit,
  request: Request,
  form: DetailsForm,
  values: Record<string, unknown>,
): Promise<ApiResult<unknown>> {
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  switch (form) {
    case 'person':
      return userApi.patch('/v1/users/me', UserReply, { body: { user: values } })
    case 'password':
      return userApi.put('/v1/users/me/password', z.undefined(), {
        body: { user: values, redirect_uri: `${origin}/account` },
      })
    case 'email': {
      const input = { ...values, redirect_uri: `${origin}/account/prove-email` }
      return userApi.post('/v1/email_changes', EmailChangeReply, { body: { email_change: input } })
    }
  }
}

async function endSession({ userApi }: AccountVisit, id: unknown): Promise<DetailsAnswer> {
  const named = z.uuid().safeParse(id)
  const ended = named.success ? await userApi.delete(`/v1/sessions/${named.data}`) : undefined
  const done = ended?.ok ? '?done=session' : ''
  return { kind: 'go', location: `${DETAILS_PATH}${done}#main` }
}

async function endEverywhere({ userApi }: AccountVisit): Promise<DetailsAnswer> {
  const ended = await userApi.delete('/v1/sessions')
  if (ended.ok) return { kind: 'out', location: '/account?everywhere=1#login' }
  const refusal = { form: undefined, typed: {}, problems: {}, failure: ended.message }
  return { kind: 'refused', status: statusOf(ended), refusal }
}

/** What there is to know before everything is erased; undefined where the service cannot do it. */
export async function loadErasure({ userApi, specOnly }: AccountVisit): Promise<Erasure | undefined> {
  const result = specOnly ? undefined : await userApi.get('/v1/users/me/erasure', ErasureReply)
  return result?.ok ? result.data.erasure : undefined
}

export type ErasureAnswer =
  { ok: true } | { ok: false; status: number; problems: FieldProblems; failure?: string }

export async function eraseMyData({ userApi }: AccountVisit, request: Request): Promise<ErasureAnswer> {
  const sent = await request.formData()
  const password = sent.get('password')
  if (typeof password !== 'string' || password === '') {
    return { ok: false, status: 422, problems: { password: ACCOUNT_TEXT.required } }
  }
  const erasure = { password, give_up_value: sent.has('give_up_value') }
  const result = await userApi.post('/v1/users/me/erasure', z.undefined(), { body: { erasure } })
  if (result.ok) return { ok: true }
  const problems: FieldProblems = {}
  if (result.errors['password']?.[0]) problems['password'] = result.errors['password'][0]
  if (result.errors['give_up_value']) problems['give_up_value'] = ERASURE_MESSAGES.value
  const told = Object.keys(problems).length > 0
  return { ok: false, status: statusOf(result), problems, ...(told ? {} : { failure: result.message }) }
}
