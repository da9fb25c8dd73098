import { z } from 'zod'
import { SecondFactorReply, SecondFactorRequest } from '#contract/second-factor.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { listSentTexts } from '../../ui/form/sent-values.server.ts'
import { type ApiClient, type ApiResult } from '../../visit/api-result.ts'
import { type ProofAsked, PROOF_FIELD, PROOF_SHAPE } from './proof-form.ts'
import { type StaffVisit } from './staff-visit.server.ts'

const SentProof = z.object({ [PROOF_FIELD]: SecondFactorRequest.shape.second_factor.shape.code.optional() })

/** Ends an act whose page asks for a proof first. */
class ProofNeeded extends Error {
  override name = 'ProofNeeded'
}

/** What an act came to, or the form that waits for a proof. */
export type WithProof<Done> = Done | { status: number; proof: ProofAsked }

/**
 * Acts for staff whose second factor may have to be fresh: if so, the page asks for a code, and
 * sends what was typed together with it. A form that comes with a code shows it first.
 */
export async function actWithProof<Done>(
  staff: StaffVisit,
  request: Request,
  form: FormData,
  act: (staff: StaffVisit, form: FormData) => Promise<Done>,
): Promise<WithProof<Done>> {
  const submission = parseForm(form, SentProof)
  const ask = (status: number, why?: Refusal) => {
    const fields = listSentTexts(form).filter(([name]) => name !== PROOF_FIELD)
    const { pathname, search } = new URL(request.url)
    const refusal = status === 403 ? undefined : refuseForm(PROOF_SHAPE, submission, why)
    return { status, proof: { action: `${pathname}${search}`, fields, refusal } }
  }
  if (submission.status !== 'success') return ask(422)
  const code = submission.value[PROOF_FIELD]
  if (code !== undefined) {
    const body = { second_factor: { code } }
    const shown = await staff.userApi.put('/v1/second_factor', SecondFactorReply, { body })
    if (!shown.ok) {
      const { code: wrong = [shown.message] } = shown.errors
      return ask(shown.status === 403 ? 409 : shown.status, { errors: { [PROOF_FIELD]: wrong } })
    }
    form.delete(PROOF_FIELD)
  }
  try {
    return await act({ ...staff, userApi: stopForProof(staff.userApi) }, form)
  } catch (error) {
    if (error instanceof ProofNeeded) return ask(403)
    throw error
  }
}

/** A client whose refusals for want of a proof end the act. */
function stopForProof(api: ApiClient): ApiClient {
  const check = async <T>(answer: Promise<ApiResult<T>>): Promise<ApiResult<T>> => {
    const result = await answer
    if (!result.ok && result.code === 'proof_needed') throw new ProofNeeded()
    return result
  }
  return {
    get: (...call) => check(api.get(...call)),
    post: (...call) => check(api.post(...call)),
    put: (...call) => check(api.put(...call)),
    patch: (...call) => check(api.patch(...call)),
    delete: (...call) => check(api.delete(...call)),
  }
}
