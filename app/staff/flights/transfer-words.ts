import {
  type FlightTransferOptions,
  type TransferParty,
  type TransferTarget,
} from '#contract/flight-transfer.ts'
import { formatCount } from '../parts/count-noun.ts'
import { clockOf, describeReason, pounds } from '../parts/unfit-words.ts'
import { type TransferDoneFacts } from './transfer-view.ts'

/** `2:30 pm, LR-0012 with N402LR` */
export function nameTarget({ flight_code: code, registration, depart_at: at }: TransferTarget, zone: string) {
  const flown = code === null ? `${registration}, a second aircraft` : `${code} with ${registration}`
  return `${clockOf(at, zone)}, ${flown}`
}

/** Why guests fit there and who is told, or why they do not fit. */
export function describeTarget(target: TransferTarget, options: FlightTransferOptions): string {
  const { moving, timezone: zone } = options
  if (target.reasons.length > 0)
    return target.reasons.map((one) => describeReason(one, { zone, category: undefined })).join(' ')
  const load =
    `${String(target.seats_taken + moving.seats)} of ${String(target.capacity)} seats and ` +
    `${pounds(target.weight_lbs + moving.weight_lbs)} of ${pounds(target.max_weight_lbs)} lb then.`
  const crew = target.pilot_name === null ? 'No pilot yet.' : `${target.pilot_name} flies.`
  return `${load} ${crew} ${describeTold(target.told)}`
}

/** Who hears of another time. */
export function describeTold({
  parties,
  by_mail: mails,
  by_text: texts,
  to_call: calls,
}: TransferTarget['told']) {
  if (parties === 0) return 'The time stays, so nobody is told.'
  const who = formatCount(parties, 'party is', 'parties are')
  const told = `${who} told the new time: ${String(mails)} by mail`
  const more = texts === 0 ? '' : `, ${String(texts)} by text`
  const rest = calls === 0 ? '' : `, and ${String(calls)} without either, whom you call`
  return `${told}${more}${rest}.`
}

const OBSTACLES: Record<NonNullable<TransferParty['obstacle']>, string> = {
  whole_flight: 'bought the whole aircraft, which another aircraft can fly',
  payment_open: 'is paying for something at this moment',
  ended: 'has an order that has ended',
}

/** Why a party stays. */
export const describeObstacle = ({ obstacle }: TransferParty): string =>
  obstacle === null ? '' : OBSTACLES[obstacle]

/** What the press does, one sentence for each. */
export function describeThen(options: FlightTransferOptions): string[] {
  const {
    moving,
    empties,
    held,
    timezone: zone,
    flight_code: code,
    registration,
    pilot_name: pilot,
  } = options
  const who = formatCount(moving.people, 'guest', 'guests')
  return [
    `${who} in ${formatCount(moving.parties.length, 'party', 'parties')} with ` +
      `${formatCount(moving.seats, 'seat', 'seats')} and ${pounds(moving.weight_lbs)} lb. ` +
      'It costs them nothing.',
    ...(empties
      ? [
          `${code} is empty then: its departure is closed for sale, which Week opens again, and ` +
            `${pilot === null ? registration : `${registration} and ${pilot}`} can fly something else.`,
        ]
      : []),
    ...(moving.checked_in === 0
      ? []
      : [`${formatCount(moving.checked_in, 'guest is', 'guests are')} checked in, and has to be again.`]),
    'Whoever gets another time may move again without the fee until their flight boards, or has the money ' +
      'back where the fare gives it.',
    ...(empties && held
      ? [
          `${formatCount(held.seats, 'seat is', 'seats are')} held for somebody who is paying, until ` +
            `${clockOf(held.until, zone)}: before that only aircraft of the same departure take them all.`,
        ]
      : []),
  ]
}

/** Why nobody of a flight can be moved. */
export const describeClosed = ({ obstacle }: FlightTransferOptions): string =>
  obstacle === 'on_hold'
    ? 'This flight waits for a decision about the weather. Release it or call it off first.'
    : 'This flight boards, has left or its time is over: its guests stay on it.'

/** What was just done, in a sentence. */
export const describeMoved = ({ parties, told }: TransferDoneFacts): string =>
  `${formatCount(parties, 'party was', 'parties were')} moved to this flight. ` +
  (told === 0
    ? 'The time stayed, so nobody is told.'
    : `${formatCount(told, 'is', 'are')} told the new time.`)
