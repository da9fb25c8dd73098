import { type CatalogueEntry } from '../store/catalogue/read-catalogue.ts'
import { type RuleOnSale } from '../store/catalogue/load-timetables.ts'
import {
  getDepartureStatus,
  heldBackLeft,
  type OfferedDeparture,
  type PartySize,
} from '../rules/departures/availability.ts'

/**
 * The payload of the aircraft that can take most, and what a party brings beyond it, in pounds; and
 * how many of the seats that are left only staff sell.
 */
export function weighParty(
  { product }: Pick<CatalogueEntry, 'product'>,
  departure: OfferedDeparture<RuleOnSale>,
  party: PartySize,
  partyLbs: number,
) {
  const { room } = departure
  const { aircraft } = room
  const payload = Math.max(0, ...aircraft.map(({ payloadLbs }) => payloadLbs))
  const isTooHeavy = getDepartureStatus(departure, party) === 'too_heavy'
  return {
    payload_left_lbs: payload,
    over_lbs: isTooHeavy ? Math.max(1, partyLbs - payload) : 0,
    held_back: Math.min(room.seatsLeft, heldBackLeft(product.seatsHeldBack, room)),
  }
}
