import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { SecondFactorReply, SecondFactorRequest } from '#contract/second-factor.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { isSent, listSentTexts } from '../../ui/form/sent-values.server.ts'
import { KEPT_FORM_SHAPE, SIGN_IN_FIELD } from './kept-form.ts'
import { type StaffVisit } from './staff-visit.server.ts'

const SentCode = z.object({ [SIGN_IN_FIELD]: SecondFactorRequest.shape.second_factor.shape.code })

/**
 * Asks for a code in between. With the right one the browser sends the form on to its page, which it
 * was sent to first; until then everything that was typed comes back in each answer.
 */
export async function keepForm({ userApi, factor, headers }: StaffVisit, form: FormData, next: string) {
  // Signed in meanwhile, in another tab.
  const goOn = () => redirect(next, { status: 307, headers })
  if (factor.state === 'shown') return goOn()
  const submission = parseForm(form, SentCode)
  const ask = (status: number, why?: Refusal) => {
    const fields = listSentTexts(form).filter(([name]) => name !== SIGN_IN_FIELD)
    const refusal = isSent(form, SIGN_IN_FIELD) ? refuseForm(KEPT_FORM_SHAPE, submission, why) : undefined
    return data({ kept: { next, fields, refusal } }, { status, headers })
  }
  if (submission.status !== 'success') return ask(isSent(form, SIGN_IN_FIELD) ? 422 : 403)
  const body = { second_factor: { code: submission.value[SIGN_IN_FIELD] } }
  const shown = await userApi.put('/v1/second_factor', SecondFactorReply, { body })
  if (shown.ok) return goOn()
  const { code = [shown.message] } = shown.errors
  return ask(shown.status, { errors: { [SIGN_IN_FIELD]: code } })
}
