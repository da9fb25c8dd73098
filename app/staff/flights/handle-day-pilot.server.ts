import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../../ui/form/read-form.server.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { setPilot } from '../parts/set-pilot.server.ts'
import { PILOT_SHAPE } from './flight-forms.ts'

/** A flight, and the pilot whom the page showed: 0 for none. */
const FlightSeen = z.object({
  flight: z
    .string()
    .regex(/^\d{1,10}(?:\.\d{1,10})?$/)
    .transform((text) => text.split('.').map(Number))
    .pipe(z.tuple([Id], Id.or(z.literal(0)))),
})
const PilotForm = z.object({ pilot_id: Id.nullable().default(null) })

/**
 * Sets the pilot of a flight of the day, or takes them off.
 * @returns the refusal; undefined on success
 */
export async function handleDayPilot(
  userApi: ApiClient,
  form: FormData,
): Promise<{ status: number; answer: FormAnswer } | undefined> {
  const [flightId, seen] = requireForm(form, FlightSeen).flight
  const shape = rowShape(PILOT_SHAPE, flightId)
  const submission = parseForm(form, PilotForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(shape, submission) }
  const was = seen === undefined ? undefined : seen || null
  const refused = await setPilot(userApi, { flightId, pilotId: submission.value.pilot_id, was })
  if (!refused) return undefined
  return { status: refused.status, answer: refuseForm(shape, submission, refused.refusal) }
}
