import { createHash } from 'node:crypto'
import { type GuestToAdd } from '#contract/added-guests.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx } from '../../db/client.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { type CartFacts } from '../../pricing/load-cart-facts.ts'
import { getRoomStatus, partyWeight, secondSeatsFor } from '../../rules/departures/availability.ts'
import { priceAddedGuests, PRICED_NOTHING } from '../../rules/pricing/price-added-guests.ts'
import { type PricedChange } from '../../rules/pricing/price-added-upgrades.ts'
import { type Cart } from '../../rules/pricing/pricing-facts.ts'
import { findSeatTypeProblem, SEAT_TYPE_SENTENCES } from '../../rules/pricing/seat-groups.ts'
import {
  type AddedGuestDetails,
  type GuestChangeDetails,
} from '../../rules/reschedules/order-change-request.ts'
import { type Party } from '../../slots/slot-store.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { explainNoCredit, findCredit } from '../find-change-credit.ts'
import { type GuestObstacle, type GuestSale, loadGuestSale } from './load-guest-sale.ts'

export interface GuestInput {
  guests: readonly GuestToAdd[]
  /** The order's flight; undefined for its only one. */
  flightId: number | undefined
  useCredit: boolean
  by: SignedInCaller
  /** Staff add them, also where customers may not do so themselves. */
  forStaff: boolean
}

export type GuestProblem =
  { reason: GuestObstacle | 'guests_too_heavy' } | { reason: 'invalid'; fields: FieldErrors }

/** Guests with their price, as the payer agrees to them. */
export interface AgreedGuests {
  wish: GuestChangeDetails
  priced: PricedChange
  /** The seats to take; null on whole aircraft. */
  seats: { facts: CartFacts; party: Party } | null
  /** The hash of the same guests at the same price, paid in the same way. */
  hash: string
}

export type GuestJudgement = { sale: GuestSale; creditCents: number | null } & (
  { ok: true; agreed: AgreedGuests } | ({ ok: false } & GuestProblem)
)

/**
 * Prices guests who join a paid party on its departure, or says why they cannot. It reserves
 * nothing: the room is checked again under the slot's lock.
 * @param lock in the transaction that reserves the credit; the order's row must be locked
 */
export async function judgeGuests(
  db: DbOrTx,
  order: OrderRow,
  ask: GuestInput,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<GuestJudgement> {
  const { flightId, forStaff } = ask
  const sale = await loadGuestSale(db, order, { flightId, forStaff, now })
  // What staff take is paid to them.
  const creditCents = forStaff ? null : await findCredit(db, order, ask.by, lock)
  const found = { sale, creditCents }
  if (sale.obstacle) return { ...found, ok: false, reason: sale.obstacle }
  if (ask.useCredit && !creditCents) {
    const fields = { apply_user_credit: [explainNoCredit(order, ask.by)] }
    return { ...found, ok: false, reason: 'invalid', fields }
  }
  const { facts } = sale
  const judged = facts
    ? judgeSeats({ sale, facts, order, ask, creditCents: ask.useCredit ? (creditCents ?? 0) : 0 })
    : judgeWholeAircraft(sale, order, ask)
  return { ...found, ...judged }
}

type Judged = { ok: true; agreed: AgreedGuests } | ({ ok: false } & GuestProblem)

const invalid = (fields: FieldErrors): Judged => ({ ok: false, reason: 'invalid', fields })

interface SeatsToJudge {
  sale: GuestSale
  facts: CartFacts
  order: OrderRow
  ask: GuestInput
  creditCents: number
}

function judgeSeats({ sale, facts, order, ask, creditCents }: SeatsToJudge): Judged {
  const { guests } = ask
  const quantity = guests.length
  const types = countTypes(guests)
  const accompanied = quantity + Number(sale.hasAdult)
  const cart: Cart = { quantityType: 'seat', quantity: accompanied, passengerTypes: types, upgrades: [] }
  const problem = findSeatTypeProblem(facts.pricing, cart)
  if (problem) return invalid({ guests: [SEAT_TYPE_SENTENCES[problem]] })
  const weights = guests.map(({ weight }) => weight ?? null)
  const secondSeats = secondSeatsFor(quantity, weights, facts.seatLimitLbs)
  const obstacle = quantity === 0 ? undefined : findRoomProblem(facts, { quantity, weights, secondSeats })
  if (obstacle) return { ok: false, reason: obstacle }
  const bought = { quantity, secondSeats, ...(types.length > 0 ? { passengerTypes: types } : {}) }
  const priced = quantity === 0 ? PRICED_NOTHING : priceAddedGuests(facts.pricing, bought, creditCents)
  const wish: GuestChangeDetails = {
    guestFlightId: sale.flightId,
    party: sale.size,
    guests: listGuests(guests, facts),
    secondSeats,
    unitPriceCents: priced.unitPriceCents,
    listCents: priced.listPriceCents,
  }
  const party: Party = {
    kind: 'seat',
    size: quantity + secondSeats,
    weightLbs: partyWeight(quantity, weights),
  }
  return { ok: true, agreed: { wish, priced, seats: { facts, party }, hash: hashOf(order, wish, priced) } }
}

function countTypes(guests: readonly GuestToAdd[]) {
  const ids = guests.flatMap(({ passenger_type_id: id }) => id ?? [])
  return [...new Set(ids)].map((typeId) => ({
    typeId,
    quantity: ids.filter((id) => id === typeId).length,
  }))
}

function findRoomProblem(
  { room }: CartFacts,
  { quantity, weights, secondSeats }: { quantity: number; weights: (number | null)[]; secondSeats: number },
): 'guests_full' | 'guests_too_heavy' | undefined {
  const known = weights.some((weight) => weight !== null) ? { weights } : {}
  const status = getRoomStatus(room, { quantityType: 'seat', quantity, secondSeats, ...known })
  if (status === 'open') return undefined
  return status === 'too_heavy' ? 'guests_too_heavy' : 'guests_full'
}

function listGuests(guests: readonly GuestToAdd[], facts: CartFacts | undefined): AddedGuestDetails[] {
  return guests.map(({ passenger_type_id: typeId, full_name: name, weight }) => {
    const type = facts?.pricing.passengerTypes?.find(({ id }) => id === typeId)
    return {
      passengerTypeId: type?.id ?? null,
      passengerType: type?.name ?? null,
      fullName: name ?? '',
      weightLbs: weight ?? null,
    }
  })
}

/** On an aircraft that was bought whole everybody flies for its price, as far as it carries them. */
function judgeWholeAircraft(sale: GuestSale, order: OrderRow, ask: GuestInput): Judged {
  const { guests } = ask
  if (guests.some(({ passenger_type_id: typeId }) => typeId != null)) {
    return invalid({ guests: [SEAT_TYPE_SENTENCES.types_of_whole_aircraft] })
  }
  const seats = sale.party?.holds.reduce((sum, hold) => sum + hold.seats, 0) ?? 0
  if (sale.size + guests.length > seats) return { ok: false, reason: 'guests_full' }
  const wish: GuestChangeDetails = {
    guestFlightId: null,
    party: sale.size,
    guests: listGuests(guests, undefined),
    secondSeats: 0,
    unitPriceCents: 0,
    listCents: 0,
  }
  const hash = hashOf(order, wish, PRICED_NOTHING)
  return { ok: true, agreed: { wish, priced: PRICED_NOTHING, seats: null, hash } }
}

/** Names and weights are left out: they are no part of the price. */
function hashOf(
  { id }: OrderRow,
  { guests, ...wish }: GuestChangeDetails,
  { lines, totalCents, creditsCents }: PricedChange,
): string {
  const content = {
    order: id,
    ...wish,
    types: guests.map(({ passengerTypeId }) => passengerTypeId),
    lines: lines.map(({ kind, rule, amountCents }) => [kind, rule, amountCents]),
    totalCents,
    creditsCents,
  }
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
