import { type Machine } from '../../flights/rules/flight-options.ts'
import { createRescueRooms, type RescueTarget } from './rescue-rooms.ts'
import { findSwaps, type RescueFacts, type RescueParty, worthOf } from './rescue-plan.ts'

/** What brings a flight that carries too much back within its limits at the least cost. */
export interface Relief {
  overLbs: number
  /** An aircraft that takes the flight as it is; nobody moves then. */
  machine: Machine | undefined
  /** The one party without which the flight is within its limits, with seats elsewhere that day, if any. */
  party: { party: RescueParty; to: RescueTarget | undefined } | undefined
}

/**
 * Finds the cheapest change of a flight over its limits: another aircraft costs nothing; of the
 * parties, one that finds seats on the same day costs less than one that does not, and then the smaller
 * one less.
 *
 * @param facts of one flight
 * @returns undefined for a flight within its limits
 */
export function findRelief(facts: RescueFacts): Relief | undefined {
  const [one] = facts.flights
  if (!one) return undefined
  const { taken, parties, flight, productId, localDate, terminalId } = one
  const overLbs = taken.weightTakenLbs - taken.maxWeightLbs
  if (overLbs <= 0) return undefined
  const { timetables, now } = facts
  const choices = parties
    .filter(({ weightLbs, isSplit }) => weightLbs >= overLbs && !isSplit)
    .map((party) => {
      // Each by itself: only one of them is to change.
      const rooms = createRescueRooms({ timetables, busy: [], closed: facts.flights, now })
      const lost = { productId, localDate, terminalId, departAt: flight.departAt }
      return { party, to: rooms.take(lost, party) }
    })
  const costOf = ({ party, to }: (typeof choices)[number]) => (to ? 0 : worthOf(party))
  const [party] = choices.toSorted(
    (a, b) =>
      Number(a.to === undefined) - Number(b.to === undefined) ||
      costOf(a) - costOf(b) ||
      a.party.size - b.party.size ||
      a.party.orderId - b.party.orderId,
  )
  // A flight may change to an aircraft on which it is as much over its limits as now; that is no relief.
  const carries = (one: Machine) =>
    one.maxWeightLbs >= taken.weightTakenLbs && one.capacity >= taken.seatsTaken
  const machines = facts.machines.filter(carries)
  return { overLbs, machine: findSwaps({ ...facts, machines }).get(flight.id), party }
}
