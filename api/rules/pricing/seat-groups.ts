import { percentOf } from '../money/money.ts'
import { type Cart, type SeatTypeRule, type PricingFacts } from './pricing-facts.ts'

/** Seats of a cart that cost the same because passengers of one kind sit on them. */
export interface SeatGroup {
  /** Undefined for adults, and for whole aircraft. */
  type: SeatTypeRule | undefined
  quantity: number
  /** The present price of one. */
  cents: number
  /** The price of one without a campaign. */
  listCents: number
}

/** The price of an adult's seat, or of an aircraft: at present, and without a campaign. */
interface AdultPrice {
  cents: number
  listCents: number
  source: string
}

type TypeFacts = Pick<PricingFacts, 'passengerTypes' | 'campaignBps'>

/** What a seat costs a passenger of a type where an adult pays this, with half a cent rounded up. */
export const typePrice = (adultCents: number, { percentOff }: Pick<SeatTypeRule, 'percentOff'>): number =>
  percentOf(adultCents, 10_000 - percentOff * 100)

/**
 * The seats of a cart by price, the dearest first: adults, then the types by what they take off. In
 * this order gift cards pay seats. A price that staff set is everybody's.
 * @param units seats, or aircraft sold whole
 */
export function listSeatGroups(
  facts: TypeFacts,
  cart: Pick<Cart, 'quantityType' | 'passengerTypes'>,
  unit: AdultPrice,
  units: number,
): SeatGroup[] {
  const party = cart.quantityType === 'seat' ? findPartyTypes(facts, cart) : []
  const typed = party.map(({ type, quantity }) => {
    const listCents = unit.source === 'staff' ? unit.cents : typePrice(unit.listCents, type)
    return { type, quantity, listCents, cents: percentOf(listCents, 10_000 - facts.campaignBps) }
  })
  const adults = units - typed.reduce((sum, { quantity }) => sum + quantity, 0)
  const { cents, listCents } = unit
  return [
    ...(adults > 0 ? [{ type: undefined, quantity: adults, cents, listCents }] : []),
    ...typed.toSorted((a, b) => b.listCents - a.listCents),
  ]
}

/** The types of a party in the order of the product, without those that its facts do not know. */
export function findPartyTypes(
  { passengerTypes: known = [] }: Pick<PricingFacts, 'passengerTypes'>,
  { passengerTypes: chosen = [] }: Pick<Cart, 'passengerTypes'>,
): { type: SeatTypeRule; quantity: number }[] {
  return known.flatMap((type) => {
    const quantity = chosen.find(({ typeId }) => typeId === type.id)?.quantity ?? 0
    return quantity > 0 ? [{ type, quantity }] : []
  })
}

export type SeatTypeProblem =
  'type_unknown' | 'type_twice' | 'types_of_whole_aircraft' | 'more_types_than_seats' | 'adult_needed'

/** Why a party with these types cannot be sold; undefined when it can. */
export function findSeatTypeProblem(
  facts: Pick<PricingFacts, 'passengerTypes'>,
  { quantityType, quantity, passengerTypes: chosen = [] }: Cart,
): SeatTypeProblem | undefined {
  if (chosen.length === 0) return undefined
  if (quantityType === 'flight') return 'types_of_whole_aircraft'
  const ids = chosen.map(({ typeId }) => typeId)
  if (new Set(ids).size < ids.length) return 'type_twice'
  if (ids.some((id) => !facts.passengerTypes?.some((type) => type.id === id))) return 'type_unknown'
  const typed = chosen.reduce((sum, one) => sum + one.quantity, 0)
  if (typed > quantity) return 'more_types_than_seats'
  const party = findPartyTypes(facts, { passengerTypes: chosen })
  const isAccompanied = typed < quantity || party.some(({ type }) => isAdult(type))
  return party.some(({ type }) => type.needsAdult) && !isAccompanied ? 'adult_needed' : undefined
}

/** Whether passengers of a type count as the adult whom others need, such as residents. */
export const isAdult = ({ needsAdult, maxAge }: SeatTypeRule) =>
  !needsAdult && (maxAge === null || maxAge >= 18)

/** What a buyer reads where the types of a party do not fit, by problem. */
export const SEAT_TYPE_SENTENCES: Record<SeatTypeProblem, string> = {
  type_unknown: 'This kind of passenger is not offered with this flight',
  type_twice: 'Each kind of passenger can be chosen once',
  types_of_whole_aircraft: 'A whole aircraft has one price, whoever flies',
  more_types_than_seats: 'These are more passengers than seats',
  adult_needed: 'Children fly with an adult only. Please add an adult to your party',
}
