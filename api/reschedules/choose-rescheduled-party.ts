import { type FieldErrors } from '#contract/errors.ts'
import { type SeatToReschedule } from '../rules/reschedules/reschedule-parts.ts'
import { partyWeight, secondSeatsFor, spreadWeight } from '../rules/departures/availability.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { type CartFacts } from '../pricing/load-cart-facts.ts'
import { type Party } from '../slots/slot-store.ts'
import { type ReschedulableParty, type ReschedulableTraveller } from './load-reschedule.ts'
import { type RescheduleInput, type RescheduleProblem } from './reschedule-request.ts'

export interface PartySelection {
  people: ReschedulableTraveller[]
  units: number
  whole: boolean
  weightLbs: number
  /** The seats by what they cost less than adults', the dearest first; second seats are adults'. */
  seats: SeatToReschedule[]
}

type ChosenParty = ({ ok: true } & PartySelection) | ({ ok: false } & RescheduleProblem)

/**
 * Chooses who is rescheduled: everybody, the named passengers, or a number of them, the last of the
 * booking.
 */
export function chooseParty(
  order: OrderRow,
  { people, size, units, seatLimitLbs }: ReschedulableParty,
  { quantity, passengerIds }: Pick<RescheduleInput, 'quantity' | 'passengerIds'>,
): ChosenParty {
  const refuse = (fields: FieldErrors) => ({ ok: false as const, reason: 'invalid' as const, fields })
  if (order.quantityType === 'flight') {
    const weights = people.map(({ weightLbs }) => weightLbs)
    return { ok: true, people, units, whole: true, weightLbs: partyWeight(size, weights), seats: [] }
  }
  const named = passengerIds?.length ? people.filter(({ id }) => passengerIds.includes(id)) : undefined
  if (named && named.length !== new Set(passengerIds).size) {
    return refuse({ passenger_ids: ['Please choose passengers of this flight'] })
  }
  const count = quantity ?? named?.length ?? size
  if (count > size) return refuse({ quantity: [`Your party on this flight is ${String(size)}`] })
  if (named && named.length !== count && count < size) {
    return refuse({ passenger_ids: ['Please choose as many passengers as are to move'] })
  }
  const whole = count === size
  const moving = whole ? people : (named ?? people.slice(-count))
  const weights = moving.map(({ weightLbs }) => weightLbs)
  const needed = count + secondSeatsFor(count, weights, seatLimitLbs)
  // Everybody who stays keeps a seat.
  if (!whole && needed > units - (size - count)) return { ok: false, reason: 'move_second_seat' }
  const seats = whole ? units : needed
  return {
    ok: true,
    people: moving,
    units: seats,
    whole,
    weightLbs: partyWeight(count, weights),
    seats: listSeats(moving, seats),
  }
}

function listSeats(people: readonly ReschedulableTraveller[], seats: number): SeatToReschedule[] {
  const own = people
    .map(({ id: passengerId, percentOff, paidCents, passengerType }) =>
      passengerType === null && paidCents === undefined
        ? { percentOff, newPercentOff: percentOff }
        : { passengerId, percentOff, newPercentOff: percentOff, paidCents },
    )
    .toSorted((a, b) => a.percentOff - b.percentOff)
  const second = { percentOff: 0, newPercentOff: 0 }
  return [...Array<SeatToReschedule>(Math.max(0, seats - own.length)).fill(second), ...own]
}

/** The party that must fit on the new flight: the rescheduled seats or whole aircraft. */
export const getPartyToSeat = (
  { quantityType }: OrderRow,
  { units, weightLbs }: PartySelection,
  { pricing }: CartFacts,
): Party =>
  quantityType === 'seat'
    ? { kind: 'seat', size: units, weightLbs }
    : { kind: 'flight', size: units * pricing.capacity, weightLbs }

/** Why a party that flies whole can never fit there, even on an empty departure. */
export function neverFits(
  party: Party,
  units: number,
  facts: CartFacts,
): 'too_few' | 'too_heavy' | undefined {
  if (facts.aircraft.length < units) return 'too_few'
  const heaviest = Math.max(...spreadWeight(party.weightLbs, units))
  return heaviest > Math.max(...facts.aircraft.map(({ maxWeightLbs }) => maxWeightLbs))
    ? 'too_heavy'
    : undefined
}
