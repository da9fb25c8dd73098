import { z } from 'zod'
import { FlightStatus } from '#contract/enums.ts'
import { Boarding } from '#contract/flight-day.ts'
import { ManifestReply, type PassengerCorrection, PassengerCorrectionRequest } from '#contract/passenger.ts'
import { Id } from '#contract/primitives.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { isSent, readForm, SentId, SentIds } from '../../ui/form/sent-values.server.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { sendCorrection } from '../parts/send-correction.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { setPilot } from '../parts/set-pilot.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type ShopContext } from '../../visit/shop-context.server.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { saveSeats } from './seats.server.ts'
import {
  AIRCRAFT_SHAPE,
  BOARD_SHAPE,
  CORRECT_SHAPE,
  MISSING_SHAPE,
  PILOT_SHAPE,
  STATUS_SHAPE,
} from './flight-forms.ts'

interface ManifestRefusal {
  status: number
  answer: FormAnswer
}

type Refused = Promise<ManifestRefusal | undefined>

const CHOOSE_STATUS = 'Please choose how the flight stands.'
const CHOOSE_AIRCRAFT = 'Please choose an aircraft.'
const StatusForm = z.object({
  status: z.enum(FlightStatus.enum, { error: CHOOSE_STATUS }),
  reason: z.string().trim().optional(),
})
const AircraftForm = z.object({
  aircraft: z.number({ error: CHOOSE_AIRCRAFT }).int(CHOOSE_AIRCRAFT).positive(CHOOSE_AIRCRAFT),
})
const PilotForm = z.object({ pilot_id: Id.nullable().default(null) })
const PilotWas = z.object({ pilot_was: Id.nullable().default(null) })
const Note = z.string().trim().max(300, 'Write at most 300 characters').default('')
const BoardForm = z.object({
  boarding: Boarding.nullable().default(null),
  note: Note,
  was_boarding: Boarding.nullable().default(null),
  was_note: Note,
})
const { full_name, weight } = PassengerCorrectionRequest.shape.passenger.shape
const CorrectForm = z.object({ full_name, weight })
const WeightForm = z.object({ weight })

/**
 * Changes a flight's status, pilot or aircraft, or a passenger of the manifest.
 * @returns the refusal; undefined on success
 */
export async function handleManifest({ userApi }: StaffVisit, flight: string, form: FormData): Refused {
  if (isSent(form, 'seats_was')) return saveSeats(userApi, flight, form)
  if (isSent(form, 'missing')) return markMissing(userApi, flight, form)
  if (isSent(form, 'passenger')) return checkIn(userApi, flight, form)
  if (isSent(form, 'correct')) return saveCorrection(userApi, form)
  if (isSent(form, 'aircraft')) return changeAircraft(userApi, flight, form)
  if (isSent(form, 'pilot_id')) return changePilot(userApi, flight, form)
  const submission = parseForm(form, StatusForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(STATUS_SHAPE, submission) }
  const { status, reason } = submission.value
  const body = { flight: { status, ...(reason === undefined ? {} : { status_reason: reason }) } }
  const done = await userApi.patch(`/v1/flights/${flight}`, z.unknown(), { body })
  return done.ok ? undefined : { status: done.status, answer: refuseForm(STATUS_SHAPE, submission, done) }
}

/** Sets the pilot, or takes them away. */
async function changePilot(own: ApiClient, flight: string, form: FormData): Refused {
  const submission = parseForm(form, PilotForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(PILOT_SHAPE, submission) }
  const was = isSent(form, 'pilot_was') ? requireForm(form, PilotWas).pilot_was : undefined
  const choice = { flightId: Number(flight), pilotId: submission.value.pilot_id, was }
  const refused = await setPilot(own, choice)
  if (!refused) return undefined
  return { status: refused.status, answer: refuseForm(PILOT_SHAPE, submission, refused.refusal) }
}

/** Changes the aircraft; the service checks whether everybody fits. */
async function changeAircraft(own: ApiClient, flight: string, form: FormData): Refused {
  const submission = parseForm(form, AircraftForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(AIRCRAFT_SHAPE, submission) }
  const body = { flight: { aircraft_id: submission.value.aircraft } }
  const done = await own.patch(`/v1/flights/${flight}`, z.unknown(), { body })
  if (done.ok) return undefined
  const why = { message: done.message, errors: { aircraft: Object.values(done.errors).flat() } }
  return { status: done.status, answer: refuseForm(AIRCRAFT_SHAPE, submission, why) }
}

/**
 * Saves a weight that was typed on the row of a check-in, so that nobody is checked in whose weight
 * was refused.
 */
async function saveWeight(own: ApiClient, passenger: number, form: FormData): Refused {
  const shape = rowShape(CORRECT_SHAPE, passenger)
  const submission = parseForm(form, WeightForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(shape, submission) }
  if (submission.value.weight === undefined) return undefined
  const { order } = requireForm(form, z.object({ order: Id }))
  const fields = { ...submission.value, ...readSeen(form) }
  const refused = await sendCorrection(own, { order, passenger }, fields)
  if (!refused) return undefined
  return { status: refused.status, answer: refuseForm(shape, submission, refused.refusal) }
}

const SeenValues = z.object({
  was_name: z.string().max(120).default(''),
  was_weight: weight.nullable().default(null),
})

/** The values of a passenger that the page showed, where its form says them. */
function readSeen(form: FormData): Pick<PassengerCorrection, 'full_name_was' | 'weight_was'> {
  const { was_name, was_weight } = requireForm(form, SeenValues)
  return {
    ...(isSent(form, 'was_name') ? { full_name_was: was_name } : {}),
    ...(isSent(form, 'was_weight') ? { weight_was: was_weight } : {}),
  }
}

/**
 * Sends only the changed fields, with the values that the form showed: the form may be outdated by
 * now, because others check passengers in too.
 */
async function checkIn(own: ApiClient, flight: string, form: FormData): Refused {
  const { passenger } = requireForm(form, z.object({ passenger: Id }))
  const shape = rowShape(BOARD_SHAPE, passenger)
  const submission = parseForm(form, BoardForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(shape, submission) }
  const weightRefused = await saveWeight(own, passenger, form)
  if (weightRefused) return weightRefused
  const { boarding, note, was_boarding, was_note } = submission.value
  const knows = isSent(form, 'was_boarding')
  const changed = {
    ...(knows && boarding === was_boarding ? {} : { boarding }),
    ...(knows && note === was_note ? {} : { boarding_note: note }),
  }
  if (Object.keys(changed).length === 0) return undefined
  const seen = knows ? { boarding_was: was_boarding, boarding_note_was: was_note } : {}
  const body = { passenger: { ...changed, ...seen } }
  const path = `/v1/flights/${flight}/passengers/${String(passenger)}`
  const done = await own.patch(path, ManifestReply, { body })
  if (done.ok) return undefined
  const typed = {
    ...('boarding' in changed ? { boarding: boarding ?? '' } : {}),
    ...('boarding_note' in changed ? { note } : {}),
  }
  const answer = { ...refuseForm(shape, submission, done), initialValue: typed }
  return { status: done.status, answer }
}

/**
 * Marks those who did not come, one after the other. Whoever was checked in meanwhile stays so, and the
 * page says that somebody else was faster; a repeated press changes nothing.
 */
async function markMissing(own: ApiClient, flight: string, form: FormData): Refused {
  const submission = parseForm(form, z.object({ missing: SentIds }))
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(MISSING_SHAPE, submission) }
  let refused: ManifestRefusal | undefined
  for (const id of submission.value.missing) {
    const body = { passenger: { boarding: 'no_show', boarding_was: null } }
    const done = await own.patch(`/v1/flights/${flight}/passengers/${String(id)}`, ManifestReply, { body })
    if (!done.ok) refused ??= { status: done.status, answer: refuseForm(MISSING_SHAPE, submission, done) }
  }
  return refused
}

/** Saves a passenger's name and weight; an empty weight leaves the saved one. */
async function saveCorrection(own: ApiClient, form: FormData): Refused {
  const { correct: passenger, order, home } = requireForm(form, CorrectButtons)
  const shape = rowShape(CORRECT_SHAPE, passenger)
  const submission = parseForm(form, CorrectForm)
  const refuse = (status: number, why?: Refusal) => ({
    status,
    answer: refuseForm(shape, submission, why),
  })
  const typed = submission.status === 'success' ? submission.value : undefined
  const change = home ? { stays_home: true as const } : typed && leaveOutUnchanged(typed, readSeen(form))
  if (change === undefined) return refuse(422)
  const refused = await sendCorrection(own, { order, passenger }, change)
  return refused && refuse(refused.status, refused.refusal)
}

/** A field that was not touched writes nothing, so that it overwrites nobody's correction. */
function leaveOutUnchanged(
  { full_name: name, weight: pounds }: z.output<typeof CorrectForm>,
  seen: Pick<PassengerCorrection, 'full_name_was' | 'weight_was'>,
): PassengerCorrection {
  return {
    ...(name === undefined || name === seen.full_name_was ? {} : { full_name: name }),
    ...(pounds === undefined || pounds === seen.weight_was ? {} : { weight: pounds }),
    ...seen,
  }
}

const CorrectButtons = z.object({ correct: Id, order: Id, home: z.literal('yes').optional() })

const CHOOSE_PICTURE = 'Please choose a picture.'
const PhotoForm = z.object({
  photo: z.file({ error: CHOOSE_PICTURE }).min(1, CHOOSE_PICTURE),
})

/**
 * Passes a photo on to the service unchanged.
 * @returns the refusal; undefined on success
 */
export async function sendPhoto(
  shop: ShopContext,
  token: string,
  flight: string,
  form: FormData,
): Promise<string | undefined> {
  const submission = parseForm(form, PhotoForm)
  if (submission.status !== 'success') return CHOOSE_PICTURE
  const { photo } = submission.value
  const origin = shop.settings.apiUrl ?? 'http://v1.internal'
  const call = new Request(`${origin}/v1/flights/${flight}/photos`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': photo.type || 'application/octet-stream',
      'X-Request-Id': shop.requestId,
    },
    body: await photo.arrayBuffer(),
  })
  const answer = await shop.callApi(call).catch(() => undefined)
  if (answer?.status === 201) return undefined
  const said = z
    .union([z.object({ error: z.string() }), z.object({ photo: z.array(z.string()) })])
    .safeParse(await answer?.json().catch(() => undefined))
  if (!said.success) return 'The picture did not arrive. Please try again.'
  return 'error' in said.data ? said.data.error : `The picture: ${said.data.photo[0] ?? ''}`
}

const PressedRow = z.object({ passenger: SentId, correct: SentId })

/** After a press on a row, the page shows this row. */
export function pathAfter(flight: string, form: FormData): string {
  if (isSent(form, 'seats_was')) return `/staff/flights/${flight}#cabin`
  const { passenger, correct } = readForm(form, PressedRow)
  const row = passenger ?? correct
  const query = correct === undefined ? '' : '?corrected=1'
  const target = row === undefined ? '' : `#pax-${String(row)}`
  return `/staff/flights/${flight}${query}${target}`
}
