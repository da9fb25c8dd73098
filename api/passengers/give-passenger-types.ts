import { type FrozenPricing } from '../rules/pricing/frozen-pricing.ts'
import { type SeatTypeRule } from '../rules/pricing/pricing-facts.ts'
import { findPartyTypes } from '../rules/pricing/seat-groups.ts'

/** A passenger's type as it is stored; null for an adult. */
export interface GivenType {
  passengerTypeId: number | null
  passengerType: string | null
}

const ADULT: GivenType = { passengerTypeId: null, passengerType: null }

type GivenTypes = { ok: true; types: GivenType[]; left: GivenType[] } | { ok: false; index: number }

/**
 * Gives each passenger of an order one of the types that it bought: the requested one, or what is
 * left, adults first.
 * @param requested a type's id, null for an adult, undefined for what is left; the passengers in order
 * @returns the types of these passengers, and those of seats that nobody was named for; `index` is the
 * first passenger of whose type fewer were bought
 */
export function givePassengerTypes(
  sold: FrozenPricing | null,
  requested: readonly (number | null | undefined)[],
): GivenTypes {
  const left = listBought(sold)
  const types = new Map<number, GivenType>()
  for (const [index, typeId] of requested.entries()) {
    if (typeId === undefined) continue
    const at = left.findIndex(({ passengerTypeId }) => passengerTypeId === typeId)
    const [taken] = at < 0 ? [] : left.splice(at, 1)
    if (!taken && (typeId !== null || left.length > 0)) return { ok: false, index }
    types.set(index, taken ?? ADULT)
  }
  const given = requested.map((_, index) => types.get(index) ?? left.shift() ?? ADULT)
  return { ok: true, types: given, left }
}

/** The types that an order bought, one for each seat; whole aircraft are adults. */
function listBought(sold: FrozenPricing | null): GivenType[] {
  if (!sold || 'unit' in sold.cart) return []
  const { facts, cart } = sold
  const typed = findPartyTypes(facts, cart).flatMap(({ type, quantity }) =>
    Array<GivenType>(quantity).fill(toGivenType(type)),
  )
  return [...Array<GivenType>(Math.max(0, cart.quantity - typed.length)).fill(ADULT), ...typed]
}

const toGivenType = ({ id, name }: SeatTypeRule): GivenType => ({
  passengerTypeId: id,
  passengerType: name,
})
