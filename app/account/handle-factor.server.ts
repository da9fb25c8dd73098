import { z } from 'zod'
import {
  NewRecoveryCodesReply,
  RecoveryCodeRequest,
  RecoveryCodesReply,
  SecondFactorReply,
  SecondFactorRequest,
  SecondFactorSecretReply,
  SecondFactorStart,
} from '#contract/second-factor.ts'
import { parseForm, type Refusal, refusalStatus, refuseForm } from '../ui/form/read-form.server.ts'
import { readForm } from '../ui/form/sent-values.server.ts'
import { type ApiResult } from '../visit/api-result.ts'
import { requireData } from '../visit/load-visit.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { hasTestAuthenticator } from '../visit/test-authenticator.server.ts'
import { FACTOR_SHAPES, type FactorAnswer, type FactorForm } from './factor-shapes.ts'
import { type FactorPageProps } from './factor-page.tsx'
import { type AccountVisit } from './handle-details.server.ts'

const StartForm = SecondFactorStart.shape.second_factor.unwrap().pick({ password: true })
const ConfirmForm = SecondFactorRequest.shape.second_factor
/** One field takes a code of the app or one on paper. */
const CodeForm = z.object({ code: RecoveryCodeRequest.shape.recovery_code.shape.recovery_code })
const AppCode = ConfirmForm.shape.code

const Sent = z.object({
  intent: z.enum(['start', 'confirm', 'codes', 'off']).catch('start'),
  // The form repeats the key while it is set up, because it is shown only once and a typo must not
  // lose it.
  secret: z
    .string()
    .regex(/^[A-Z2-7]{16,64}$/)
    .nullable()
    .catch(null),
  uri: z
    .string()
    .max(600)
    .regex(/^otpauth:\/\/totp\//)
    .nullable()
    .catch(null),
})

/** What the page shows of the account's second factor; undefined where the service has none. */
export async function loadFactor(visit: AccountVisit): Promise<Omit<FactorPageProps, 'answer'>> {
  const { userApi, user, brand, shop, specOnly } = visit
  const shared = {
    contact: brand.email,
    zone: brand.time_zone,
    proven: user.email_proven !== false,
    authenticator: hasTestAuthenticator(shop) ? { account: user.email } : null,
  }
  if (specOnly) return { ...shared, state: 'missing', left: 0, madeAt: null }
  const { second_factor: factor } = requireData(await userApi.get('/v1/second_factor', SecondFactorReply))
  if (factor.roles.length > 0) return { ...shared, state: 'role', left: 0, madeAt: null }
  if (!factor.at_log_in) return { ...shared, state: 'off', left: 0, madeAt: null }
  const codes = await userApi.get('/v1/second_factor/recovery_codes', RecoveryCodesReply)
  const { left, made_at: madeAt } = requireData(codes).recovery_codes
  return { ...shared, state: 'on', left, madeAt }
}

const EMPTY = { status: 200, secret: null, uri: null, codes: null }

export async function handleFactor(
  visit: AccountVisit,
  request: Request,
): Promise<FactorAnswer | { to: 'on' | 'off' }> {
  const form = await request.formData()
  const { intent, ...key } = readForm(form, Sent)
  switch (intent) {
    case 'start':
      return start(visit, request, form)
    case 'confirm':
      return confirm(visit, form, key)
    default:
      return act(visit, form, intent)
  }
}

async function start(visit: AccountVisit, request: Request, form: FormData): Promise<FactorAnswer> {
  const { userApi, shop, brand } = visit
  const submission = parseForm(form, StartForm)
  const refuse = (status: number, why?: Refusal): FactorAnswer => ({
    ...EMPTY,
    status,
    refusal: refuseForm(FACTOR_SHAPES.start, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const shop_url = getShopOrigin(request, shop.settings, brand.hosts)
  const body = { second_factor: { ...submission.value, shop_url } }
  const started = await userApi.post('/v1/second_factor', SecondFactorSecretReply, { body })
  return started.ok ? { ...EMPTY, ...started.data.second_factor } : refuse(refusalStatus(started), started)
}

/** The first code turns it on; the recovery codes are made and shown with it. */
async function confirm(
  { userApi }: AccountVisit,
  form: FormData,
  key: Pick<FactorAnswer, 'secret' | 'uri'>,
): Promise<FactorAnswer | { to: 'on' }> {
  const submission = parseForm(form, ConfirmForm)
  const refuse = (status: number, why?: Refusal): FactorAnswer => ({
    ...{ ...EMPTY, ...key, status },
    refusal: refuseForm(FACTOR_SHAPES.confirm, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const body = { second_factor: submission.value }
  const shown = await userApi.put('/v1/second_factor', SecondFactorReply, { body })
  if (!shown.ok) return refuse(refusalStatus(shown), shown)
  const made = await makeCodes(userApi)
  return made.ok ? { ...EMPTY, codes: made.data.recovery_codes.codes } : { to: 'on' }
}

const makeCodes = (userApi: AccountVisit['userApi']) =>
  userApi.post('/v1/second_factor/recovery_codes', NewRecoveryCodesReply, { body: {} })

/** Turns it off, or makes new recovery codes; a code is asked for each time. */
async function act(
  { userApi }: AccountVisit,
  form: FormData,
  intent: Extract<FactorForm, 'codes' | 'off'>,
): Promise<FactorAnswer | { to: 'off' }> {
  const submission = parseForm(form, CodeForm)
  const refuse = (status: number, why?: Refusal): FactorAnswer => ({
    ...EMPTY,
    status,
    refusal: refuseForm(FACTOR_SHAPES[intent], submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const shown = await prove(userApi, submission.value.code)
  if (!shown.ok) {
    const { recovery_code: code = [], ...errors } = shown.errors
    return refuse(refusalStatus(shown), { ...shown, errors: code.length > 0 ? { code } : errors })
  }
  if (intent === 'codes') {
    const made = await makeCodes(userApi)
    return made.ok ? { ...EMPTY, codes: made.data.recovery_codes.codes } : refuse(refusalStatus(made), made)
  }
  const ended = await userApi.delete('/v1/second_factor')
  return ended.ok ? { to: 'off' } : refuse(refusalStatus(ended), ended)
}

function prove(userApi: AccountVisit['userApi'], typed: string): Promise<ApiResult<unknown>> {
  const code = AppCode.safeParse(typed)
  if (code.success)
    return userApi.put('/v1/second_factor', SecondFactorReply, {
      body: { second_factor: { code: code.data } },
    })
  const body = { recovery_code: { recovery_code: typed } }
  return userApi.put('/v1/second_factor/recovery_codes', SecondFactorReply, { body })
}
