import { z } from 'zod'
import { FlightStatus } from '#contract/enums.ts'
import { type PilotFlight, PilotFlightsReply, PrintManifestReply } from '#contract/manifest-version.ts'
import { PassengerCorrectionRequest } from '#contract/passenger.ts'
import { Id, LocalTime } from '#contract/primitives.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { type ApiClient, type ApiResult } from '../../visit/api-result.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { sendCorrection } from '../parts/send-correction.server.ts'
import { findInstant } from './clock-near.ts'
import { ACCEPT_SHAPE, PILOT_WEIGHT_SHAPE, STEP_SHAPE, TIMES_SHAPE } from './pilot-forms.ts'

interface PilotRefusal {
  status: number
  answer: FormAnswer
}
export type PilotResult = { ok: true; flight: number; done: string } | ({ ok: false } & PilotRefusal)

const PilotForm = z.object({
  flight: Id,
  act: z.enum(['accept', 'step', 'times', 'weight']),
})
const { weight } = PassengerCorrectionRequest.shape.passenger.shape
const WeightForm = z.object({ weight: weight.unwrap() })
const StepForm = z.object({ status: FlightStatus, reason: z.string().trim().optional() })
const AcceptForm = z.object({ seen: z.string().min(1).max(64) })
const CLOCK = LocalTime.optional()
const TimesForm = z.object({ off_blocks: CLOCK, landed: CLOCK })

/** The flights that the caller flies. @throws Response 503 */
export const loadPilotFlights = async (userApi: ApiClient) =>
  requireData(await userApi.get('/v1/pilot_flights', PilotFlightsReply))

/**
 * Does what a pilot pressed, on an own flight of today or tomorrow.
 *
 * @throws Response 404 for every other flight and passenger, whatever other roles the caller has
 */
export async function handlePilot(userApi: ApiClient, form: FormData): Promise<PilotResult> {
  const { flight: id, act } = requireForm(form, PilotForm)
  const flight = (await loadPilotFlights(userApi)).pilot_flights.find((one) => one.id === id)
  if (!flight) throw notFound()
  const refused = await ACTS[act](userApi, flight, form)
  return refused ? { ok: false, ...refused } : { ok: true, flight: id, done: act }
}

const notFound = () => new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })

type Act = (userApi: ApiClient, flight: PilotFlight, form: FormData) => Promise<PilotRefusal | undefined>

const acceptManifest: Act = async (userApi, flight, form) => {
  const submission = parseForm(form, AcceptForm)
  const refuse = (status: number, why?: Refusal) => ({
    status,
    answer: refuseForm(ACCEPT_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const body = { manifest_acceptance: submission.value }
  const path = `/v1/flights/${String(flight.id)}/manifest_acceptances`
  const done = await userApi.post(path, PrintManifestReply, { body })
  return done.ok ? undefined : refuse(done.status, done)
}

const takeStep: Act = async (userApi, flight, form) => {
  const submission = parseForm(form, StepForm)
  const refuse = (status: number, why?: Refusal) => ({
    status,
    answer: refuseForm(STEP_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const { status, reason } = submission.value
  const done = await changeFlight(userApi, flight, {
    status,
    ...(reason === undefined ? {} : { status_reason: reason }),
  })
  return done.ok ? undefined : refuse(done.status, done)
}

const saveTimes: Act = async (userApi, flight, form) => {
  const submission = parseForm(form, TimesForm)
  const refuse = (status: number, why?: Refusal) => ({
    status,
    answer: refuseForm(TIMES_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const { off_blocks: left, landed } = submission.value
  const { depart_at, timezone } = flight.content
  const done = await changeFlight(userApi, flight, {
    ...(left === undefined ? {} : { off_blocks_at: findInstant(left, depart_at, timezone) }),
    ...(landed === undefined ? {} : { landed_at: findInstant(landed, flight.arrive_at, timezone) }),
  })
  if (done.ok) return undefined
  const { off_blocks_at, landed_at, ...others } = done.errors
  const errors = {
    ...others,
    ...(off_blocks_at ? { off_blocks: off_blocks_at } : {}),
    ...(landed_at ? { landed: landed_at } : {}),
  }
  return refuse(done.status, { message: done.message, errors })
}

const changeFlight = (
  userApi: ApiClient,
  flight: PilotFlight,
  fields: Record<string, string>,
): Promise<ApiResult<unknown>> =>
  userApi.patch(`/v1/flights/${String(flight.id)}`, z.unknown(), { body: { flight: fields } })

const RowForm = z.object({ passenger: Id, was_weight: weight.nullable().default(null) })

const saveWeight: Act = async (userApi, flight, form) => {
  const { passenger, was_weight: was } = requireForm(form, RowForm)
  const line = flight.content.passengers.find(({ id }) => id === passenger)
  if (!line) throw notFound()
  const shape = rowShape(PILOT_WEIGHT_SHAPE, passenger)
  const submission = parseForm(form, WeightForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(shape, submission) }
  const fields = { weight: submission.value.weight, weight_was: was }
  const refused = await sendCorrection(userApi, { order: line.order_id, passenger }, fields)
  if (!refused) return undefined
  return { status: refused.status, answer: refuseForm(shape, submission, refused.refusal) }
}

const ACTS: Readonly<Record<z.infer<typeof PilotForm>['act'], Act>> = {
  accept: acceptManifest,
  step: takeStep,
  times: saveTimes,
  weight: saveWeight,
}
