import { type GuestQuote } from '#contract/added-guests.ts'
import { toDollars } from '../../rules/money/money.ts'
import { findUnitPrice, presentPriceLine } from '../../rules/pricing/price-lines.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { type GuestJudgement, type GuestProblem } from './judge-guests.ts'

/** Why nobody can be added to an order, in words for the buyer. */
export const GUEST_SENTENCES: Record<Exclude<GuestProblem['reason'], 'invalid'>, string> = {
  change_not_paid: 'This order is not paid yet. Guests can be added once it is.',
  change_ended: 'This order has been cancelled or given back: nobody can be added to it.',
  change_of_gifts: 'Gift cards have no date yet: nobody can be added to them.',
  change_flight_over: 'This flight has left or was called off: nobody can be added to it.',
  change_closed: 'It is too late to add somebody to this flight. Please ask at the desk.',
  guests_still_due: 'A part of this order is still to be paid. Please call us, and we add your guests.',
  guests_flight_unknown: 'Please say which flight of this order the guests join.',
  guests_not_sold: 'No more seats are sold on this departure. Please call us.',
  guests_full: 'There are not enough free seats left on this flight. Your booking is as it was.',
  guests_too_heavy:
    'Together with everybody on board this is more than the aircraft can carry. Your booking is as it was.',
}

/** Whom an order can take along and what they cost, in words for the buyer. */
export function presentGuestQuote(order: OrderRow, judged: GuestJudgement): GuestQuote {
  const { sale, creditCents } = judged
  const agreed = judged.ok ? judged.agreed : undefined
  const totalCents = agreed?.priced.totalCents ?? 0
  const unit = sale.facts && findUnitPrice(sale.facts.pricing, 'seat')
  return {
    order_id: order.id,
    flight_id:
      sale.flightId ?? (order.quantityType === 'flight' ? (sale.party?.holds[0]?.flightId ?? null) : null),
    quantity_type: order.quantityType,
    open: sale.obstacle === undefined,
    message: judged.ok ? null : messageOf(judged),
    closes_at: sale.closesAt?.toISOString() ?? null,
    party: sale.size,
    passenger_types: (sale.facts?.pricing.passengerTypes ?? []).map(({ id, name, percentOff }) => ({
      id,
      name,
      percent_off: percentOff,
    })),
    seat_price: unit ? toDollars(unit.cents) : null,
    lines: agreed?.priced.lines.map(presentPriceLine) ?? [],
    tax: toDollars(agreed?.priced.taxCents ?? 0),
    total: toDollars(totalCents),
    credits: toDollars(agreed?.priced.creditsCents ?? 0),
    amount_due: agreed?.priced.amountDueCents ? toDollars(agreed.priced.amountDueCents) : null,
    updated_total_price: toDollars(order.totalCents + totalCents),
    credit_available: creditCents ? toDollars(creditCents) : null,
    currency: 'usd',
  }
}

function messageOf(problem: GuestProblem): string {
  return problem.reason === 'invalid'
    ? (Object.values(problem.fields)[0]?.[0] ?? '')
    : GUEST_SENTENCES[problem.reason]
}
