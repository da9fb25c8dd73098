import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'
import { giftRefusals } from '../gifts/refusals.ts'
import { paymentRefusals } from '../payments/refusals.ts'

/** Departures that are cancelled, and what their passengers choose. */
const disruptionRefusals = {
  flight_departed: {
    status: 409,
    code: 'flight_closed',
    error: 'This flight has departed and cannot be called off any more.',
  },
  flight_not_ahead: {
    status: 409,
    code: 'flight_closed',
    error: 'This flight has left or was called off: it cannot be delayed any more.',
  },
  delay_in_past: {
    status: 422,
    fields: { minutes: ['A flight would leave at a time that is over already'] },
  },
  delay_changed: {
    status: 409,
    code: 'changed_meanwhile',
    error: 'Something changed since you looked. See what the delay would do now.',
  },
  delay_overlaps: {
    status: 409,
    code: 'conflict',
    error: 'So late, an aircraft would be in two flights at once: a flight of a later day waits for it.',
  },
  delay_pilot_busy: {
    status: 409,
    code: 'conflict',
    error: 'So late, a pilot could not fly their next flight. Give it to another pilot first.',
  },
  transfer_closed: {
    status: 409,
    code: 'flight_closed',
    error: 'This flight boards, has left or waits for a decision about the weather: its guests stay on it.',
  },
  transfer_held: {
    status: 409,
    code: 'conflict',
    error:
      'Somebody is paying for seats of this flight, or seats are kept for somebody. Close its sale, and ' +
      'merge it when they have paid or their time is over.',
  },
  transfer_unfit: {
    status: 409,
    code: 'conflict',
    error: 'These guests do not fit there. Below is why, as it is now.',
  },
  transfer_changed: {
    status: 409,
    code: 'changed_meanwhile',
    error:
      'Something changed since you looked: who is on these flights, or when they leave. Nobody was moved.',
  },
  no_departures: {
    status: 409,
    code: 'conflict',
    error: 'No departure that could be called off leaves there at that time.',
  },
  no_departures_to_hold: {
    status: 409,
    code: 'conflict',
    error: 'No departure that could be put on hold leaves there at that time.',
  },
  weather_hold_overlaps: {
    status: 409,
    code: 'conflict',
    error: 'Some of this time is on hold already. Open that hold: decide it, or move its time there.',
  },
  weather_hold_called_off: {
    status: 409,
    code: 'conflict',
    error: 'These flights were called off meanwhile, so they cannot be released any more.',
  },
  weather_hold_over: {
    status: 409,
    code: 'conflict',
    error: 'This hold is over already. Below is how it was decided.',
  },
  weather_hold_changed: {
    status: 409,
    code: 'changed_meanwhile',
    error: 'Somebody has moved the time of the decision since you looked. Below is what counts now.',
  },
  decide_in_past: { status: 422, fields: { decide_time: ['Must be later than now'] } },
  decide_too_late: { status: 422, fields: { decide_time: ['Must be before the first departure'] } },
  decide_not_later: { status: 422, fields: { decide_time: ['Must be later than before, and than now'] } },
  rescue_over: { status: 422, fields: { until: ['This time is over already'] } },
  rescue_backwards: { status: 422, fields: { until: ['Must be after the beginning'] } },
  rescue_changed: {
    status: 409,
    code: 'changed_meanwhile',
    error: 'The day has changed since this plan was drawn. Look at the plan as it is now.',
  },
  claim_answered: {
    status: 409,
    code: 'conflict',
    error: 'You have chosen already, here or on another device. Below is what counts.',
  },
  claim_over: {
    status: 409,
    code: 'conflict',
    error: 'The time to choose is over. All that you paid is on its way to you as a voucher.',
  },
  claim_changed: {
    status: 409,
    code: 'price_changed',
    error: 'The amount has changed. Please look at it once more before you choose.',
  },
  alternative_gone: {
    status: 409,
    code: 'sold_out',
    error: 'These seats are not kept for you any more. Please choose another time, or look for other times.',
  },
  no_refund: { status: 409, code: 'conflict', error: 'This fare does not give the money back.' },
  no_voucher: { status: 409, code: 'conflict', error: 'There is nothing to put on a voucher.' },
} satisfies Record<string, Refusal>

export const refuse = createRefuse({ ...giftRefusals, ...paymentRefusals, ...disruptionRefusals })
