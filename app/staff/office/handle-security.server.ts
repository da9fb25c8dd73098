import { z } from 'zod'
import { NewPasskeyRequest, PasskeyCreation, PasskeyReply, PasskeysReply } from '#contract/passkey.ts'
import { Id } from '#contract/primitives.ts'
import { NewRecoveryCodesReply, RecoveryCodesReply } from '#contract/second-factor.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { SentCredential } from '../parts/read-credential.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { isDeskStaff, type StaffVisit } from '../parts/staff-visit.server.ts'
import { PASSKEY_SHAPE } from './security-shapes.ts'

const PATH = '/staff/security'
const SecurityButtons = z.object({
  intent: z.enum(['codes', 'add_passkey', 'remove_passkey']),
  id: Id.optional(),
})
const PasskeyForm = z.object({
  name: NewPasskeyRequest.shape.passkey.shape.name,
  credential: SentCredential(PasskeyCreation),
})
const DoneQuery = z.object({ done: z.enum(['added', 'removed']).nullable().catch(null) })

/** How the caller signs in. */
export async function loadSecurity(staff: StaffVisit, query: URLSearchParams) {
  const { userApi, visit } = staff
  const [codes, known] = await Promise.all([
    userApi.get('/v1/second_factor/recovery_codes', RecoveryCodesReply),
    userApi.get('/v1/passkeys', PasskeysReply),
  ])
  return {
    ...requireData(codes).recovery_codes,
    passkeys: requireData(known).passkeys,
    zone: visit.brand.time_zone,
    done: DoneQuery.parse({ done: query.get('done') }).done,
    canEdit: isDeskStaff(staff),
  }
}

export interface SecurityAnswer {
  status: number
  /** The codes that were just made; no other page shows them. */
  codes: string[] | null
  failure: string | null
  /** The refused passkey. */
  passkey?: FormAnswer
}

/** Handles the pressed button of the page. */
export async function handleSecurityForm(
  { userApi }: StaffVisit,
  form: FormData,
): Promise<SecurityAnswer | { to: string; status?: undefined }> {
  const { intent, id = 0 } = requireForm(form, SecurityButtons)
  const fail = (status: number, failure: string): SecurityAnswer => ({ status, codes: null, failure })
  if (intent === 'remove_passkey') {
    const gone = await userApi.delete(`/v1/passkeys/${String(id)}`)
    return gone.ok ? { to: `${PATH}?done=removed` } : fail(gone.status, gone.message)
  }
  if (intent === 'add_passkey') {
    const submission = parseForm(form, PasskeyForm)
    const refuse = (status: number, why?: Refusal): SecurityAnswer => ({
      ...fail(status, ''),
      failure: null,
      passkey: refuseForm(PASSKEY_SHAPE, submission, why),
    })
    if (submission.status !== 'success') return refuse(422)
    const body = { passkey: submission.value }
    const kept = await userApi.post('/v1/passkeys', PasskeyReply, { body })
    return kept.ok ? { to: `${PATH}?done=added` } : refuse(kept.status, kept)
  }
  const made = await userApi.post('/v1/second_factor/recovery_codes', NewRecoveryCodesReply, { body: {} })
  if (!made.ok) return fail(made.status, made.message)
  return { status: 200, codes: made.data.recovery_codes.codes, failure: null }
}
