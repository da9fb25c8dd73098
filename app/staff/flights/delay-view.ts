import { z } from 'zod'
import { DelayReason } from '#contract/enums.ts'
import { MAX_DELAY_MINS } from '#contract/flight-delay.ts'

/** The delays of one press; any other one is typed. */
export const DELAY_CHOICES = ['15', '30', '45', '60'] as const
export const TYPED = 'typed'
export const MOST_DELAY_WORDS = 200

/** The page that the press leads back to, in place of the flight's. */
export const DelayBack = z.enum(['board', 'pilot'])

/** What the address of the page asks for, as it was typed. */
export const DelayQuery = z.object({
  minutes: z.string().max(10).nullable().default(null).catch(null),
  typed: z.string().max(10).default('').catch(''),
  reason: DelayReason.nullable().default(null).catch(null),
  words: z
    .string()
    .default('')
    .transform((typed) => typed.trim().slice(0, MOST_DELAY_WORDS)),
  /** Where the page was opened. */
  back: DelayBack.nullable().default(null).catch(null),
})
export type DelayView = z.output<typeof DelayQuery>

export const DELAY_REASONS: Record<DelayReason, string> = {
  late_aircraft: 'Aircraft comes late',
  weather: 'Weather',
  pilot: 'Pilot comes late',
  air_traffic: 'Air traffic control',
  other: 'Something else, in words',
}

export interface DelayProblems {
  minutes?: string
  reason?: string
  words?: string
}

/** Reads the delay of an address; undefined with what is wrong, or before anything was asked. */
export function readDelay(view: DelayView): { minutes: number | undefined; problems: DelayProblems } {
  if (view.minutes === null) return { minutes: undefined, problems: {} }
  const text = view.minutes === TYPED ? view.typed.trim() : view.minutes
  const minutes = /^\d{1,4}$/.test(text) && Number(text) <= MAX_DELAY_MINS ? Number(text) : undefined
  const problems: DelayProblems = {
    ...(minutes === undefined
      ? { minutes: `Please type whole minutes, ${String(MAX_DELAY_MINS)} at most.` }
      : {}),
    ...(view.reason === null && minutes !== 0 ? { reason: 'Please choose a reason.' } : {}),
    ...(view.reason === 'other' && view.words === '' && minutes !== 0
      ? { words: 'Please say why in a few words.' }
      : {}),
  }
  return { minutes: Object.keys(problems).length === 0 ? minutes : undefined, problems }
}

/** The page of the flight, where the page of its delay was opened. */
export const leaveHref = (flightId: number, { back }: Pick<DelayView, 'back'>): string =>
  back === 'pilot' ? `/pilot?flight=${String(flightId)}` : `/staff/flights/${String(flightId)}`

/** The address of the page of a delay. */
export function delayHref(flightId: number, view: Partial<DelayView> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(view))
    if (value !== null && value !== '') query.set(name, String(value))
  const path = `/staff/flights/${String(flightId)}/delay`
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** A flight of a preview in a hidden field: `12.0.30.LR-0012`. */
export const toSeen = (one: {
  flight_id: number
  delay_mins_was: number
  delay_mins: number
  flight_code: string
}): string => [one.flight_id, one.delay_mins_was, one.delay_mins, one.flight_code].map(String).join('.')

export interface SeenFlight {
  flight_id: number
  delay_mins_was: number
  delay_mins: number
  flight_code: string
}

export function readSeen(text: string): SeenFlight | undefined {
  const [, id, was, now, code = ''] = /^(\d{1,9})\.(\d{1,4})\.(\d{1,4})\.([\w-]{1,12})$/.exec(text) ?? []
  if (id === undefined) return undefined
  return { flight_id: Number(id), delay_mins_was: Number(was), delay_mins: Number(now), flight_code: code }
}

/** What was just done, as the address says: the delay before, and the parties that are told. */
export interface DelayDoneFacts {
  was: number
  parties: number
}

/** Reads `30.2`. */
export function readDelayDone(text: string | null): DelayDoneFacts | null {
  const [, was, parties] = /^(\d{1,4})\.(\d{1,4})$/.exec(text ?? '') ?? []
  return was === undefined ? null : { was: Number(was), parties: Number(parties) }
}
