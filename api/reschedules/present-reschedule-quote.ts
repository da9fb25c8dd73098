import { type RescheduleQuote } from '#contract/reschedule.ts'
import { type DbOrTx } from '../db/client.ts'
import { toDollars } from '../rules/money/money.ts'
import { type RescheduleObstacle, stopsStaff } from '../rules/reschedules/reschedule-obstacle.ts'
import { findRescheduleFee } from '../rules/reschedules/reschedule-fee.ts'
import { presentPriceLine, sumOf } from '../rules/pricing/price-lines.ts'
import { type SignedInCaller } from '../http/http.ts'
import { presentDetails } from '../passengers/passenger-details.ts'
import { findCredit } from './find-change-credit.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { loadReschedulable, type ReschedulableParty } from './load-reschedule.ts'
import { type RescheduleProblem } from './reschedule-request.ts'
import { type AgreedReschedule } from './agree-reschedule.ts'
import { type RescheduleJudgement } from './price-reschedule.ts'
import { QUOTE_LIFETIME_MS } from './reschedule-quote.ts'

/** Why a flight cannot be rescheduled, in words for the buyer. */
export const RESCHEDULE_SENTENCES: Record<
  RescheduleObstacle | 'move_unknown' | 'move_second_seat' | 'same_flight',
  string
> = {
  move_off: 'Flights cannot be moved online here. Please call us.',
  move_not_paid: 'This order is not paid yet. It can be moved once it is.',
  move_ended: 'This order has been cancelled or given back: there is no flight to move.',
  move_of_gifts: 'Gift cards have no date yet: choose one when you redeem them.',
  move_flight_over: 'This flight has left and cannot be moved any more.',
  move_called_off: 'This flight was called off. The mail about it says how to go on, without a fee.',
  move_still_due: 'A part of this order is still to be paid. Please call us, and we move the flight.',
  move_closed: 'Check-in for this flight has begun. Please speak with our crew.',
  move_unknown: 'Please say which flight of this order you want to move.',
  move_second_seat:
    'Somebody who moves needs a second seat, and none was booked. Please call us: we find the ' +
    'seats together.',
  same_flight: 'This is the flight you are booked on already. Please choose another one.',
}

/** Where staff read something else than buyers. */
export const STAFF_SENTENCES = {
  move_closed:
    'Check-in for this flight has begun. Move the party on the page of its flight, under Merge or split.',
  move_second_seat:
    'Somebody who moves needs a second seat, and none was booked. Move the others without them.',
} satisfies Partial<typeof RESCHEDULE_SENTENCES>

const SENTENCES: Record<Exclude<RescheduleProblem['reason'], 'invalid'>, string> = {
  ...RESCHEDULE_SENTENCES,
  sold_out: 'These seats have just been taken. Please choose another departure.',
  too_few: 'There is not enough room left for your party on this departure. Please choose another one.',
  too_heavy: 'Together your party is heavier than this departure can still carry. Please choose another one.',
  flight_closed: 'Sales for this departure have ended. Please choose another one.',
}

/** The cost of a reschedule in words for the buyer, or for staff who move the flight. */
export function presentRescheduleQuote(
  order: OrderRow,
  judged: RescheduleJudgement,
  { now, forStaff = false }: { now: Date; forStaff?: boolean },
): RescheduleQuote {
  const { movable: reschedulable, creditCents } = judged
  const reschedule = judged.ok ? judged.reschedule : undefined
  return {
    order_id: order.id,
    ...presentParty(reschedulable, order, forStaff),
    message: judged.ok ? null : messageOf(judged, forStaff),
    ...presentFee(reschedulable, reschedule, now),
    ...presentPrice(reschedule),
    credit_available: creditCents ? toDollars(creditCents) : null,
    quote: reschedule?.quote ?? null,
    valid_until: reschedule
      ? new Date(reschedule.quotedAt.getTime() + QUOTE_LIFETIME_MS).toISOString()
      : null,
    currency: 'usd',
  }
}

interface ReschedulableRequest {
  flightId: number | undefined
  by: SignedInCaller
  /** In words for staff, with the list price that they compare those of departures with. */
  forStaff?: boolean
  now: Date
}

/** Whether a flight may be rescheduled and at which fee, before a new departure is chosen. */
export async function presentReschedulable(
  db: DbOrTx,
  order: OrderRow,
  { flightId, by, forStaff = false, now }: ReschedulableRequest,
): Promise<RescheduleQuote> {
  const [reschedulable, creditCents] = await Promise.all([
    loadReschedulable(db, order, flightId, { now }),
    findCredit(db, order, by, false),
  ])
  const obstacle = reschedulable ? obstacleTo(reschedulable, forStaff) : 'move_unknown'
  return {
    order_id: order.id,
    ...presentParty(reschedulable, order, forStaff),
    message: obstacle === undefined ? null : sentenceOf(obstacle, forStaff),
    ...presentFee(reschedulable, undefined, now),
    ...presentPrice(undefined),
    credit_available: creditCents ? toDollars(creditCents) : null,
    quote: null,
    valid_until: null,
    ...(forStaff ? { paid_list_price: findPaidListPrice(reschedulable) } : {}),
    currency: 'usd',
  }
}

/** In dollars; null where the seats of the party paid different ones. */
function findPaidListPrice(reschedulable: ReschedulableParty | undefined): number | null {
  const [cents, ...others] = new Set(reschedulable?.items.map(({ paidListCents }) => paidListCents))
  return cents === undefined || others.length > 0 ? null : toDollars(cents)
}

const obstacleTo = ({ obstacle }: ReschedulableParty, forStaff: boolean) =>
  obstacle && forStaff && !stopsStaff(obstacle) ? undefined : obstacle

function presentParty(
  reschedulable: ReschedulableParty | undefined,
  { quantityType }: OrderRow,
  forStaff: boolean,
) {
  const open = reschedulable !== undefined && obstacleTo(reschedulable, forStaff) === undefined
  return {
    flight_id: reschedulable?.fromFlightIds[0] ?? null,
    open,
    closes_at: open ? reschedulable.closesAt.toISOString() : null,
    quantity_type: quantityType,
    party: reschedulable?.size ?? 0,
    passengers: reschedulable?.people.map((one) => ({ id: one.id, ...presentDetails(one) })) ?? [],
  }
}

/** The fee as it was shown, while that still holds; the time of the rise does not change. */
function presentFee(
  reschedulable: ReschedulableParty | undefined,
  reschedule: AgreedReschedule | undefined,
  now: Date,
) {
  if (!reschedulable) return { reschedule_fee: 0, fee_rises_at: null, later_fee: 0 }
  const { feeRule, departAt, units } = reschedulable
  const fee = reschedule?.fee ?? findRescheduleFee(feeRule, { departAt, units, now })
  return {
    reschedule_fee: toDollars(fee.cents),
    fee_rises_at: fee.risesAt?.toISOString() ?? null,
    later_fee: toDollars(fee.laterCents),
  }
}

function presentPrice(reschedule: AgreedReschedule | undefined) {
  const priced = reschedule?.priced
  return {
    reschedule_price_difference: toDollars(sumOf(priced?.lines ?? [], 'difference')),
    lines: priced?.lines.map(presentPriceLine) ?? [],
    tax: toDollars(priced?.taxCents ?? 0),
    total: toDollars(priced?.totalCents ?? 0),
    credits: toDollars(priced?.creditsCents ?? 0),
    amount_due: priced?.amountDueCents ? toDollars(priced.amountDueCents) : null,
  }
}

function messageOf(trouble: RescheduleProblem, forStaff: boolean): string {
  return trouble.reason === 'invalid'
    ? (Object.values(trouble.fields)[0]?.[0] ?? '')
    : sentenceOf(trouble.reason, forStaff)
}

const sentenceOf = (reason: keyof typeof SENTENCES, forStaff: boolean): string =>
  (forStaff ? (STAFF_SENTENCES as Partial<typeof SENTENCES>)[reason] : undefined) ?? SENTENCES[reason]
