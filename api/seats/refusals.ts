import { type Refusal } from '../http/refusal.ts'

/** Refusals of seats that are not available. */
export const seatRefusals = {
  sold_out: {
    status: 409,
    code: 'sold_out',
    error: 'These seats have just been taken. Please choose another departure.',
  },
  flight_closed: {
    status: 409,
    code: 'flight_closed',
    error: 'Sales for this departure have ended. Please choose another one.',
  },
  too_few: {
    status: 409,
    code: 'sold_out',
    error: 'There is not enough room left for your party on this departure. Please choose another one.',
  },
  too_heavy: {
    status: 409,
    code: 'too_heavy',
    error:
      'Together your party is heavier than this departure can still carry. You have not been ' +
      'charged; please choose another one.',
  },
  order_expired: {
    status: 409,
    code: 'order_expired',
    error:
      'Your seats were kept until the time shown and are free again. Please choose your flight once more.',
  },
} satisfies Record<string, Refusal>
