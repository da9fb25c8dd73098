import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'
import { seatRefusals } from '../seats/refusals.ts'
import { pricingRefusals } from '../pricing/refusals.ts'

/** Refusals when joining a waitlist or accepting an offer. */
export const waitlistRefusals = {
  waitlist_has_room: {
    status: 409,
    code: 'conflict',
    error: 'There is room for your party on this departure right now: you can book it.',
  },
  waitlist_over: {
    status: 409,
    code: 'conflict',
    error: 'Sales for this departure end too soon for a waitlist. Please choose another one.',
  },
  waitlist_many: {
    status: 409,
    code: 'conflict',
    error: 'You are waiting for several departures already. Please leave one of those first.',
  },
  offer_too_small: {
    status: 409,
    code: 'conflict',
    error:
      'There is not enough room for a larger party than the one we keep seats for. Those seats ' +
      'are still yours until the time in our mail; you have not been charged.',
  },
  offer_taken: {
    status: 409,
    code: 'conflict',
    error: 'These seats were just taken with the same link. You have not been charged.',
  },
  waitlist_answered: {
    status: 409,
    code: 'conflict',
    error:
      'This party has an offer, a booking or a newer place on the list, or has left it. Nothing was changed.',
  },
  offer_over_party: {
    status: 409,
    code: 'conflict',
    error:
      'The party asked for fewer people. An offer is for as many at most, and for a whole aircraft as it is.',
  },
  waitlist_ends: {
    status: 409,
    code: 'conflict',
    error: 'This departure is not sold any more, or not for long enough to answer an offer.',
  },
  waitlist_no_room: {
    status: 409,
    code: 'conflict',
    error: 'So many seats are not free on one flight, or their weight does not fit. Nothing was changed.',
  },
  offer_over: {
    status: 409,
    code: 'conflict',
    error:
      'The time we kept these seats for you is over, and somebody else has them now. You have ' +
      'not been charged.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse({ ...seatRefusals, ...pricingRefusals, ...waitlistRefusals })
