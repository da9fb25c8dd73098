import { and, asc, inArray, notInArray } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx } from '../db/client.ts'
import { productUpgrades, upgrades } from '../db/schema/catalogue.ts'
import { type CartFacts } from '../pricing/load-cart-facts.ts'
import { secondSeatsFor } from '../rules/departures/availability.ts'
import { hidesCredit, NO_CREDIT_HERE } from '../rules/pricing/pricing.ts'
import { findUnitPrice } from '../rules/pricing/price-lines.ts'
import { listKeptUpgrades } from '../rules/reschedules/kept-upgrades.ts'
import { type SeatToReschedule } from '../rules/reschedules/reschedule-parts.ts'
import { findTypesElsewhere } from '../rules/reschedules/types-elsewhere.ts'
import { findOrderFlights } from '../store/orders/find-order-flights.ts'
import { loadRefundable } from '../store/orders/load-refundable.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { type PartySelection } from './choose-rescheduled-party.ts'
import { type ReschedulableParty } from './load-reschedule.ts'
import { type RescheduleInput, type RescheduleProblem } from './reschedule-request.ts'

interface OtherProduct {
  order: OrderRow
  movable: ReschedulableParty
  chosen: PartySelection
  facts: CartFacts
  ask: Pick<RescheduleInput, 'useCredit'>
}

/** The seats with their percentages there, or why the party cannot fly with it. */
type Judged = { ok: true; seats: SeatToReschedule[] } | ({ ok: false } & RescheduleProblem)

const invalid = (fields: FieldErrors): Judged => ({ ok: false, reason: 'invalid', fields })

/**
 * Whether the party can fly with another product than its own: it must be sold in the same way, have
 * every passenger's type, take heavy passengers on the seats that were bought, and have each extra that
 * would otherwise belong to nobody. Extras are never given back by a move, because what they cost
 * could then be more than what the move costs.
 */
export async function judgeOtherProduct(db: DbOrTx, asked: OtherProduct): Promise<Judged> {
  const { order, chosen, facts, ask } = asked
  const { name } = facts.product
  if (!findUnitPrice(facts.pricing, order.quantityType)) {
    const how = order.quantityType === 'seat' ? 'by the seat' : 'as a whole aircraft'
    return invalid({ product_id: [`${name} is not sold ${how}`] })
  }
  if (ask.useCredit && hidesCredit(facts.pricing.product)) {
    return invalid({ apply_user_credit: [NO_CREDIT_HERE] })
  }
  const seated = order.quantityType === 'seat' ? judgeSeats(chosen, facts) : judgeAircraft(asked)
  if (!seated.ok) return seated
  const lost = await findLostUpgrades(db, asked)
  if (lost.length === 0) return seated
  const names = lost.map((one) => `“${one}”`).join(', ')
  return invalid({ product_id: [`${name} does not offer ${names}. Give that back first, then move.`] })
}

function judgeSeats({ people, units, seats }: PartySelection, { product, pricing, seatLimitLbs }: CartFacts) {
  const types = findTypesElsewhere(people, pricing.passengerTypes ?? [])
  if (!types.ok) {
    return invalid({
      passenger_ids: [
        types.problem === 'adult_needed'
          ? `Nobody who moves is an adult, and children fly ${product.name} with an adult only`
          : `${product.name} has no price for “${types.name}”. Please choose others, or another flight`,
      ],
    })
  }
  const weights = people.map(({ weightLbs }) => weightLbs)
  const needed = people.length + secondSeatsFor(people.length, weights, seatLimitLbs)
  // Its aircraft may take less on one seat than those that were bought.
  if (needed > units) return { ok: false, reason: 'move_second_seat' } as const
  const there = seats.map((seat) => ({
    ...seat,
    newPercentOff: types.percentsOff.get(seat.passengerId ?? 0) ?? 0,
  }))
  return { ok: true, seats: there } as const
}

function judgeAircraft({ movable: { size }, chosen, facts }: OtherProduct): Judged {
  return size > chosen.units * facts.pricing.capacity
    ? { ok: false, reason: 'too_few' }
    : { ok: true, seats: chosen.seats }
}

/** The extras of the order that no product offers any more that somebody of it then flies. */
async function findLostUpgrades(db: DbOrTx, { order, movable, chosen, facts }: OtherProduct) {
  const { order: sold } = await loadRefundable(db, order.id)
  const kept = listKeptUpgrades(sold)
  if (kept.length === 0) return []
  const flown = await findOrderFlights(db, order.id)
  const left = flown.filter(({ id }) => !chosen.whole || !movable.fromFlightIds.includes(id))
  const products = [facts.product.id, ...left.map(({ productId }) => productId)]
  const offering = db
    .select({ id: productUpgrades.upgradeId })
    .from(productUpgrades)
    .where(inArray(productUpgrades.productId, products))
  const lost = await db
    .select({ name: upgrades.name })
    .from(upgrades)
    .where(and(inArray(upgrades.id, kept), notInArray(upgrades.id, offering)))
    .orderBy(asc(upgrades.position), asc(upgrades.id))
  return lost.map(({ name }) => name)
}
