import { z } from 'zod'
import { AccountSessionsReply, EmailChangeReply, type Erasure, ErasureReply } from '#contract/account.ts'
import { careOccasions, CareWishesReply } from '#contract/care.ts'
import { UserReply } from '#contract/people.ts'
import { type SecondFactor, SecondFactorReply } from '#contract/second-factor.ts'
import { AccountTextConsentReply, AccountTextConsentsReply } from '#contract/text.ts'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { parseForm, refusalStatus, refuseForm } from '../ui/form/read-form.server.ts'
import { readIntent } from '../ui/form/sent-values.server.ts'
import {
  DETAILS_SHAPES,
  type DetailsForm,
  detailsSchemas,
  ERASE_SHAPE,
  EraseForm,
  findDetailsForm,
} from './details-form.ts'
import { DETAILS_PATH, type DetailsPageProps } from './details-page.tsx'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiClient, type ApiResult } from '../visit/api-result.ts'

/** A visit with a logged-in account, which these pages require. */
export type AccountVisit = Visit & { userApi: ApiClient; user: NonNullable<Visit['user']> }

export const isLoggedIn = (visit: Visit): visit is AccountVisit =>
  visit.user !== undefined && visit.userApi !== undefined

const NOTICES: Readonly<Record<string, string>> = {
  person: 'Your name and phone are saved.',
  texts: 'Your answer is saved.',
  care: 'Your choice is saved.',
  email: 'We sent a link to the new address. It works once, for one hour; until then the old one counts.',
  password: 'Your password is changed. Everybody else is logged out.',
  session: 'That device is logged out.',
  code_off: 'Your log-in asks for no code any more. A mail says so, too.',
}

export async function loadDetails(
  visit: AccountVisit,
  query: URLSearchParams,
): Promise<Omit<DetailsPageProps, 'answer'>> {
  const { userApi, user, brand, specOnly } = visit
  const [result, agreed, wishes, factor] = specOnly
    ? []
    : await Promise.all([
        userApi.get('/v1/sessions', AccountSessionsReply),
        userApi.get('/v1/users/me/text_consents', AccountTextConsentsReply),
        userApi.get(carePath(brand.id), CareWishesReply),
        userApi.get('/v1/second_factor', SecondFactorReply),
      ])
  return {
    user,
    sessions: result?.ok ? result.data.sessions : undefined,
    zone: brand.time_zone,
    notice: NOTICES[query.get('done') ?? ''],
    texts: agreed?.ok ? agreed.data.text_consents.find(({ brand_id: id }) => id === brand.id) : undefined,
    care: wishes?.ok ? wishes.data.care_wishes : undefined,
    factor: factor?.ok ? describeFactor(factor.data.second_factor) : undefined,
    contactHref: specOnly ? brand.email : undefined,
  }
}

const describeFactor = ({ roles, at_log_in: isOn }: SecondFactor) =>
  roles.length > 0 ? 'role' : isOn ? 'on' : 'off'

const carePath = (brandId: number) => `/v1/users/me/care_wishes/${String(brandId)}`

export type DetailsAnswer =
  | { kind: 'go'; location: string }
  /** Nobody is logged in any more. */
  | { kind: 'out'; location: string }
  | { kind: 'refused'; status: number; answer: FormAnswer }

/** Does what the pressed button asks for. */
export async function handleDetails(visit: AccountVisit, request: Request): Promise<DetailsAnswer> {
  const sent = await request.formData()
  const intent = readIntent(sent)
  if (intent === 'session') return endSession(visit, sent)
  if (intent === 'everywhere') return endEverywhere(visit)
  const form = findDetailsForm(intent)
  if (!form) return { kind: 'go', location: `${DETAILS_PATH}#main` }
  const shape = DETAILS_SHAPES[form]
  const submission = parseForm(sent, detailsSchemas[form])
  if (submission.status !== 'success') {
    return { kind: 'refused', status: 422, answer: refuseForm(shape, submission) }
  }
  const result = await send(visit, request, form, submission.value)
  if (result.ok) return { kind: 'go', location: `${DETAILS_PATH}?done=${form}#main` }
  return { kind: 'refused', status: refusalStatus(result), answer: refuseForm(shape, submission, result) }
}

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
    case 'texts': {
      const path = `/v1/users/me/text_consents/${String(brand.id)}`
      const { words } = values
      if (words === undefined) return userApi.delete(path)
      return userApi.put(path, AccountTextConsentReply, { body: { text_consent: { words } } })
    }
    case 'care': {
      const care_wishes = Object.fromEntries(careOccasions.map((one) => [one, values[one] === 'yes']))
      return userApi.put(carePath(brand.id), CareWishesReply, { body: { care_wishes } })
    }
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

const EndSession = z.object({ session: z.uuid() })

async function endSession({ userApi }: AccountVisit, sent: FormData): Promise<DetailsAnswer> {
  const named = parseForm(sent, EndSession)
  const ended =
    named.status === 'success' ? await userApi.delete(`/v1/sessions/${named.value.session}`) : undefined
  const done = ended?.ok ? '?done=session' : ''
  return { kind: 'go', location: `${DETAILS_PATH}${done}#main` }
}

async function endEverywhere({ userApi }: AccountVisit): Promise<DetailsAnswer> {
  const ended = await userApi.delete('/v1/sessions')
  if (ended.ok) return { kind: 'out', location: '/account?everywhere=1#login' }
  const answer: FormAnswer = { form: 'everywhere', status: 'error', error: { '': [ended.message] } }
  return { kind: 'refused', status: refusalStatus(ended), answer }
}

/** What there is to know before everything is erased; undefined where the service cannot do it. */
export async function loadErasure({ userApi, specOnly }: AccountVisit): Promise<Erasure | undefined> {
  const result = specOnly ? undefined : await userApi.get('/v1/users/me/erasure', ErasureReply)
  return result?.ok ? result.data.erasure : undefined
}

export type ErasureAnswer = { ok: true } | { ok: false; status: number; answer: FormAnswer }

export async function eraseMyData({ userApi }: AccountVisit, request: Request): Promise<ErasureAnswer> {
  const submission = parseForm(await request.formData(), EraseForm)
  if (submission.status !== 'success') {
    return { ok: false, status: 422, answer: refuseForm(ERASE_SHAPE, submission) }
  }
  const body = { erasure: { give_up_value: false, ...submission.value } }
  const result = await userApi.post('/v1/users/me/erasure', z.undefined(), { body })
  if (result.ok) return { ok: true }
  return { ok: false, status: refusalStatus(result), answer: refuseForm(ERASE_SHAPE, submission, result) }
}
