import { formatDollars } from '../../rules/money/money.ts'
import { type OrderState } from '../../rules/orders/order-states.ts'
import { NO_SHOW_EVENTS } from './no-show-events.ts'
import { MOVED_BY_SHOP } from './moved-by-shop.ts'
import { TRANSFER_EVENTS } from './transfer-events.ts'

export interface WrittenEvent {
  /** `user:12`, `session:…`, `order:1042`, `stripe`, `clock`. */
  actor: string
  fromStatus: string | null
  toStatus: string
  /** Written by the service or by staff; it is never shown as it is. */
  reason: string
  details?: Readonly<Record<string, string | number | boolean | null>> | null
}

/** Sentences for reasons that say more than the states. */
const BY_REASON: Readonly<Record<string, string>> = {
  'paid late, the seats were still free':
    'Your payment came after the hold was over. The seats were still free, so you are booked.',
  'paid without a card': 'Paid without a card.',
  'nothing to pay': 'Booked; there was nothing to pay.',
  superseded: 'You changed your booking, and a new order took this one’s place.',
  'cancelled by its buyer': 'You cancelled this order.',
  'the payer disputes the payment': 'The bank that issued the card asked about the payment.',
  'the dispute was won': 'The bank’s question about the payment was settled; the payment stands.',
  'change money returned':
    'Your payment for a change could not be kept. The money goes back; the order stays as it was.',
  'the dispute was lost': 'The bank took the payment back.',
  'departure called off before it was paid':
    'We had to call the flight off before it was paid. Nothing was charged.',
  'flight delayed': 'Your flight leaves later than planned, and we told you the new time.',
  'flight less delayed': 'Your flight leaves earlier than we had told you, and we told you the new time.',
  [NO_SHOW_EVENTS.undone]: 'We took back that guests of yours had not come.',
  'departure called off': 'We had to call your flight off, and asked you what you would like instead.',
  [TRANSFER_EVENTS.otherTime]: 'We moved you to another time, and told you.',
  [TRANSFER_EVENTS.sameTime]: 'You fly on another aircraft at the same time.',
  'moved after a call-off': 'You chose another time for the flight we called off.',
  [MOVED_BY_SHOP]: 'Your aircraft does not fly at that time, so we moved you to another one, and told you.',
  'voucher for a departure called off': 'All that you paid is on a re-schedule voucher now.',
  'taken off the voucher': 'What came back to your card was taken off your re-schedule voucher.',
  'nothing was paid for a departure called off': 'The time to choose another flight is over.',
  'e-mail corrected': 'You corrected your e-mail, and your ticket was sent there.',
  'e-mail corrected by the desk': 'We corrected your e-mail, and wrote to you there.',
  'continued on another device': 'You went on with your booking on another device.',
  'the flight team calls about the seating':
    'The seating needs another look. Our flight team calls you about it.',
}

const BY_STATE: Readonly<Record<OrderState, string>> = {
  awaiting_payment: 'Order placed.',
  partially_paid: 'A part was paid.',
  completed: 'Paid.',
  partially_refunded: 'A part of the money was given back.',
  refunded: 'The money was given back.',
  cancelled: 'Cancelled.',
  expired: 'The time to pay ran out, and the seats were free again.',
}

function describeReschedule({ from, to, people }: NonNullable<WrittenEvent['details']>): string {
  const who =
    people === null ? 'your flight' : people === 1 ? 'one passenger' : `${String(people)} passengers`
  return `You moved ${who} from ${String(from)} to ${String(to)}.`
}

const describeNoShow = ({ people, amount_cents: cents }: NonNullable<WrittenEvent['details']>): string =>
  `The flight left without ${people === 1 ? 'one guest' : `${String(people)} guests`}` +
  (Number(cents) > 0 ? `, who got ${dollarsOf(cents)} on vouchers.` : '.')

const describeGuests = (people: number): string =>
  people === 1 ? 'A guest was added to the party.' : `${String(people)} guests were added to the party.`

const dollarsOf = (cents: unknown) => formatDollars(Number(cents))

const describePart = ({ amount_cents: paid, due_cents: due }: NonNullable<WrittenEvent['details']>) =>
  `${dollarsOf(paid)} paid, ${dollarsOf(due)} still to pay.`

/**
 * Describes an event of an order in a sentence for its buyer. Staff names and notes stay hidden. Of
 * events that leave the status unchanged, only further refunds and those with a sentence of their
 * own are described.
 * @returns undefined for an event without a meaning for the buyer
 */
export function describeOrderEvent({
  fromStatus,
  toStatus,
  reason,
  details,
}: WrittenEvent): string | undefined {
  if (reason === 'upgrades added') return `You added ${String(details?.['what'] ?? 'to this order')}.`
  if (reason === NO_SHOW_EVENTS.applied) return describeNoShow(details ?? {})
  if (reason === 'guests added') return describeGuests(Number(details?.['people'] ?? 1))
  if (reason === 'flight moved') return describeReschedule(details ?? {})
  if (reason === 'balance due changed')
    return details?.['due']
      ? `The rest is due by ${String(details['due'])}.`
      : 'The rest is due at the check-in.'
  if (reason === 'first part paid' || reason === 'part paid') return describePart(details ?? {})
  const known = Object.hasOwn(BY_REASON, reason) ? BY_REASON[reason] : undefined
  if (known !== undefined) return known
  if (reason.startsWith('money returned:')) {
    return 'Your payment could not be kept, because the booking was no longer possible. The money goes back.'
  }
  if (fromStatus === toStatus)
    return details?.['refund'] === undefined ? undefined : BY_STATE.partially_refunded
  return Object.hasOwn(BY_STATE, toStatus) ? BY_STATE[toStatus as OrderState] : undefined
}
