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
  no_departures: {
    status: 409,
    code: 'conflict',
    error: 'No departure that could be called off leaves there at that time.',
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
