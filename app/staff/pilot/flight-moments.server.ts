import { z } from 'zod'
import { FlightStatus } from '#contract/enums.ts'
import { type PilotFlight } from '#contract/manifest-version.ts'
import { ChangedBy } from '#contract/passenger.ts'
import { Instant, LocalTime } from '#contract/primitives.ts'
import { formatTime, toLocalTime } from '../../format/local-time.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { isSent } from '../../ui/form/sent-values.server.ts'
import { type ApiClient, type ApiResult } from '../../visit/api-result.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { isReached } from '../flights/flight-state.ts'
import { FLIGHT_STATUS } from '../parts/flight-status-text.ts'
import { findInstant } from './clock-near.ts'
import { type PilotAct, type PilotRefusal } from './pilot-act.ts'
import { STEP_SHAPE, TIMES_SHAPE } from './pilot-forms.ts'

const StepForm = z.object({
  status: FlightStatus,
  reason: z.string().trim().optional(),
  /** The status that the page showed. */
  was_status: FlightStatus.optional(),
  /** When it was pressed on a phone that kept it, and the moment that was seen there. */
  at: Instant.optional(),
  was_at: Instant.nullable().default(null),
})
const CLOCK = LocalTime.optional()
const TimesForm = z.object({
  off_blocks: CLOCK,
  landed: CLOCK,
  was_off_blocks: Instant.nullable().default(null),
  was_landed: Instant.nullable().default(null),
})

const MOMENTS = { departed: 'off_blocks_at', landed: 'landed_at' } as const
const isMoment = (status: FlightStatus): status is keyof typeof MOMENTS => status in MOMENTS

export const takeStep: PilotAct = async (userApi, flight, { form, key }) => {
  const submission = parseForm(form, StepForm)
  const refuse = (status: number, why?: Refusal) => ({
    status,
    answer: refuseForm(STEP_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const { status, reason, was_status, at, was_at } = submission.value
  const moment = at !== undefined && isMoment(status) ? MOMENTS[status] : undefined
  // A step that somebody at the desk took meanwhile is not taken back; what remains is its moment.
  const isTaken = at !== undefined && isReached(flight.status, status)
  const fields = {
    ...(isTaken ? {} : { status, ...(was_status === undefined ? {} : { status_was: was_status }) }),
    ...(isTaken || reason === undefined ? {} : { status_reason: reason }),
    ...(moment === undefined ? {} : { [moment]: at, [`${moment}_was`]: was_at }),
  }
  if (Object.keys(fields).length === 0) return undefined
  const done = await changeFlight(userApi, flight, { fields, key })
  if (done.ok) return undefined
  const present = readPresent(done)
  if (!present) return refuse(done.status, done)
  const { flight: now, changed_by: by } = present
  const theirsAt = moment && now[moment]
  const words = describeMoment(now.status, theirsAt, flight)
  const mine = at === undefined ? '' : ` at ${clockOf(at, flight)}`
  const who = by === null ? '' : ` by ${by}`
  const message = `${words} was recorded meanwhile${who}; you pressed yours${mine}.`
  return {
    ...refuse(done.status, { message, errors: {} }),
    theirs: { value: words, seen: { was_status: now.status, was_at: theirsAt ?? '' } },
  }
}

const clockOf = (at: string, { content }: PilotFlight) => formatTime(toLocalTime(at, content.timezone))

/** “Landed 4:31 pm”, or how the flight stands where that is what differs. */
function describeMoment(status: FlightStatus, at: string | null | undefined, flight: PilotFlight): string {
  if (at) return clockOf(at, flight)
  const { text } = FLIGHT_STATUS[status]
  return `“${text}”`
}

export const saveTimes: PilotAct = async (userApi, flight, { form, key }) => {
  const submission = parseForm(form, TimesForm)
  const refuse = (status: number, why?: Refusal): PilotRefusal => ({
    status,
    answer: refuseForm(TIMES_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const { off_blocks: left, landed, was_off_blocks, was_landed } = submission.value
  const wasOf = (name: string, was: string | null) => (isSent(form, `was_${name}`) ? was : undefined)
  const fields = {
    ...describeTime(
      'off_blocks_at',
      { clock: left, was: wasOf('off_blocks', was_off_blocks), near: flight.content.depart_at },
      flight,
    ),
    ...describeTime(
      'landed_at',
      { clock: landed, was: wasOf('landed', was_landed), near: flight.arrive_at },
      flight,
    ),
  }
  if (Object.keys(fields).length === 0) return undefined
  const done = await changeFlight(userApi, flight, { fields, key })
  if (done.ok) return undefined
  const present = readPresent(done)
  const { off_blocks_at, landed_at, ...others } = done.errors
  const errors = {
    ...others,
    ...(off_blocks_at ? { off_blocks: off_blocks_at } : {}),
    ...(landed_at ? { landed: landed_at } : {}),
  }
  if (!present) return refuse(done.status, { message: done.message, errors })
  const { off_blocks_at: leftNow, landed_at: landedNow } = present.flight
  const times = [
    leftNow === null ? '' : `off blocks ${clockOf(leftNow, flight)}`,
    landedNow === null ? '' : `landed ${clockOf(landedNow, flight)}`,
  ]
  const value = times.filter(Boolean).join(', ') || 'no times'
  const by = present.changed_by === null ? '' : ` by ${present.changed_by}`
  return {
    ...refuse(done.status, { message: `Other times were recorded meanwhile${by}: ${value}.`, errors: {} }),
    theirs: { value, seen: { was_off_blocks: leftNow ?? '', was_landed: landedNow ?? '' } },
  }
}

/** A typed clock as the field it sets; one that stands there to the minute is no change. */
function describeTime(
  name: 'off_blocks_at' | 'landed_at',
  { clock, was, near }: { clock: string | undefined; was: string | null | undefined; near: string },
  { content }: PilotFlight,
): Record<string, string | null> {
  if (clock === undefined) return {}
  if (was && toLocalTime(was, content.timezone) === clock) return {}
  return {
    [name]: findInstant(clock, near, content.timezone),
    ...(was === undefined ? {} : { [`${name}_was`]: was }),
  }
}

const PresentFlight = ChangedBy.extend({
  flight: z.object({
    status: FlightStatus,
    off_blocks_at: Instant.nullable(),
    landed_at: Instant.nullable(),
  }),
})

/** How the flight stands when somebody else changed it meanwhile. */
const readPresent = (refused: ApiResult<unknown> & { ok: false }) =>
  refused.code === 'changed_meanwhile' ? PresentFlight.safeParse(refused.body).data : undefined

interface FlightChange {
  fields: Record<string, string | null | undefined>
  key: string
}

const changeFlight = (userApi: ApiClient, { id }: PilotFlight, { fields, key }: FlightChange) =>
  userApi.patch(`/v1/flights/${String(id)}`, z.unknown(), {
    body: { flight: fields },
    ...createFormIdempotencyKey(key, fields),
  })
