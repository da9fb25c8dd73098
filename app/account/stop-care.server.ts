import { CARE_STOP_TOKEN, CareOccasion, CareStopReply } from '#contract/care.ts'
import { readIntent } from '../ui/form/sent-values.server.ts'
import { refusalStatus } from '../ui/form/read-form.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'

/**
 * The signed name in the address, and the occasion that it names.
 * @throws Response 404 when it cannot be one
 */
export function readCareToken(param: string | undefined): { token: string; occasion: CareOccasion } {
  const token = CARE_STOP_TOKEN.test(param ?? '') ? (param ?? '') : undefined
  if (token === undefined) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: SECRET_PAGE_HEADERS })
  return { token, occasion: CareOccasion.parse(token.slice(0, token.indexOf('.'))) }
}

/** How the occasion stands after a press, or why it could not be switched. */
export interface CareStopAnswer {
  stopped: boolean
  problem: string | undefined
}

/** Switches the occasion off, or on again where that button was pressed. */
export async function saveCareStop(
  { api }: Visit,
  { token, form }: { token: string; form: FormData },
): Promise<{ status: number; answer: CareStopAnswer }> {
  const stopped = readIntent(form) !== 'again'
  const saved = await api.put('/v1/care_stops', CareStopReply, { body: { care_stop: { token, stopped } } })
  if (saved.ok) return { status: 200, answer: { stopped, problem: undefined } }
  return { status: refusalStatus(saved), answer: { stopped: !stopped, problem: saved.message } }
}
