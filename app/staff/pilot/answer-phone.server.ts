import { z } from 'zod'
import { type PilotFlight } from '#contract/manifest-version.ts'
import { Id } from '#contract/primitives.ts'
import { STILL_RUNNING_SENTENCE } from '#contract/service-sentences.ts'
import { isSent } from '../../ui/form/sent-values.server.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { differsByWeight, handlePilot, loadPilotFlights } from './handle-pilot.server.ts'
import { type Answer } from './phone/queue.ts'

/** An answer to the page's script, which decides by its status what becomes of the entry. */
export const answerPhone = (status: number, said: Omit<Answer, 'status'> = {}): Response =>
  Response.json(said, { status, headers: PRIVATE_HEADERS })

const GONE = 'This flight is not among yours of today and tomorrow any more, or the passenger is not on it.'
const SentWeight = z.object({ flight: Id, passenger: Id })

/** Does what a phone kept, as `handlePilot` does it for a form, and answers without a page. */
export async function handlePhone(userApi: ApiClient, form: FormData): Promise<Response> {
  const weighed = isSent(form, 'passenger') ? requireForm(form, SentWeight) : undefined
  const before = weighed && (await findFlight(userApi, weighed.flight))
  let result
  try {
    result = await handlePilot(userApi, form)
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status === 404) return answerPhone(422, { text: GONE })
    throw thrown
  }
  if (result.ok) {
    const after = weighed && (await findFlight(userApi, weighed.flight))
    const isOnly = before && after && differsByWeight(before.content, after.content, weighed.passenger)
    return answerPhone(
      200,
      isOnly ? { content: { before: before.manifest_state.seen, after: after.manifest_state.seen } } : {},
    )
  }
  const { status, answer, theirs } = result
  const text = Object.values(answer.error ?? {})
    .flatMap((messages) => messages ?? [])
    .at(0)
  if (text === STILL_RUNNING_SENTENCE) return answerPhone(503)
  return answerPhone(status, { text, theirs })
}

const findFlight = async (userApi: ApiClient, id: number): Promise<PilotFlight | undefined> =>
  (await loadPilotFlights(userApi)).pilot_flights.find((one) => one.id === id)
