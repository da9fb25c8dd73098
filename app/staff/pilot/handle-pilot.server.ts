import { z } from 'zod'
import { type PilotFlight, PilotFlightsReply, PrintManifestReply } from '#contract/manifest-version.ts'
import { PassengerCorrectionRequest } from '#contract/passenger.ts'
import { Id } from '#contract/primitives.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { sendCorrection } from '../parts/send-correction.server.ts'
import { saveTimes, takeStep } from './flight-moments.server.ts'
import { ACCEPT_SHAPE, PILOT_WEIGHT_SHAPE } from './pilot-forms.ts'
import { type PilotAct, type PilotRefusal } from './pilot-act.ts'

export type PilotResult = { ok: true; flight: number; done: string } | ({ ok: false } & PilotRefusal)

const PilotForm = z.object({
  flight: Id,
  act: z.enum(['accept', 'step', 'times', 'weight']),
  /** Of an entry that a phone keeps: sent again, it acts once. */
  key: z.string().max(64).default(''),
})
const { weight } = PassengerCorrectionRequest.shape.passenger.shape
const WeightForm = z.object({ weight: weight.unwrap() })
const AcceptForm = z.object({ seen: z.string().min(1).max(64) })

/** The flights that the caller flies. @throws Response 503 */
export const loadPilotFlights = async (userApi: ApiClient) =>
  requireData(await userApi.get('/v1/pilot_flights', PilotFlightsReply))

/**
 * Does what a pilot pressed, on an own flight of today or tomorrow.
 *
 * @throws Response 404 for every other flight and passenger, whatever other roles the caller has
 */
export async function handlePilot(userApi: ApiClient, form: FormData): Promise<PilotResult> {
  const { flight: id, act, key } = requireForm(form, PilotForm)
  const flight = (await loadPilotFlights(userApi)).pilot_flights.find((one) => one.id === id)
  if (!flight) throw notFound()
  const refused = await ACTS[act](userApi, flight, { form, key })
  return refused ? { ok: false, ...refused } : { ok: true, flight: id, done: act }
}

const notFound = () => new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })

const acceptManifest: PilotAct = async (userApi, flight, { form, key }) => {
  const submission = parseForm(form, AcceptForm)
  const refuse = (status: number, why?: Refusal) => ({
    status,
    answer: refuseForm(ACCEPT_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const body = { manifest_acceptance: submission.value }
  const path = `/v1/flights/${String(flight.id)}/manifest_acceptances`
  const once = createFormIdempotencyKey(key, body)
  const done = await userApi.post(path, PrintManifestReply, { body, ...once })
  return done.ok ? undefined : refuse(done.status, done)
}

const RowForm = z.object({ passenger: Id, was_weight: weight.nullable().default(null) })

const saveWeight: PilotAct = async (userApi, flight, { form, key }) => {
  const { passenger, was_weight: was } = requireForm(form, RowForm)
  const line = flight.content.passengers.find(({ id }) => id === passenger)
  if (!line) throw notFound()
  const shape = rowShape(PILOT_WEIGHT_SHAPE, passenger)
  const submission = parseForm(form, WeightForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(shape, submission) }
  const fields = { weight: submission.value.weight, weight_was: was }
  const once = createFormIdempotencyKey(key, [passenger, fields])
  const refused = await sendCorrection(userApi, { order: line.order_id, passenger }, fields, once)
  if (!refused) return undefined
  const { status, change } = refused
  const now = change?.passenger.weight ?? null
  return {
    status,
    answer: refuseForm(shape, submission, refused.refusal),
    theirs: change && {
      value: now === null ? 'no weight' : `${String(now)} lb`,
      seen: { was_weight: now === null ? '' : String(now) },
    },
  }
}

const ACTS: Readonly<Record<z.infer<typeof PilotForm>['act'], PilotAct>> = {
  accept: acceptManifest,
  step: takeStep,
  times: saveTimes,
  weight: saveWeight,
}

/**
 * Whether two readings of a manifest differ in the weight of one passenger and in nothing else: then
 * a pilot who typed it has seen the later one.
 */
export function differsByWeight(
  before: PilotFlight['content'],
  after: PilotFlight['content'],
  passenger: number,
): boolean {
  const bare = ({ passengers, ...rest }: PilotFlight['content']) => ({
    ...rest,
    total_weight_lbs: 0,
    passengers: passengers.map((line) =>
      line.id === passenger ? { ...line, weight_lbs: null, counted_lbs: 0 } : line,
    ),
  })
  return JSON.stringify(bare(before)) === JSON.stringify(bare(after))
}
