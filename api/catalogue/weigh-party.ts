import { type RuleOnSale } from '../store/catalogue/load-timetables.ts'
import {
  getDepartureStatus,
  type OfferedDeparture,
  type PartySize,
} from '../rules/departures/availability.ts'

/** The payload of the aircraft that can take most, and what a party brings beyond it, in pounds. */
export function weighParty(departure: OfferedDeparture<RuleOnSale>, party: PartySize, partyLbs: number) {
  const { aircraft } = departure.room
  const payload = Math.max(0, ...aircraft.map(({ payloadLbs }) => payloadLbs))
  const isTooHeavy = getDepartureStatus(departure, party) === 'too_heavy'
  return { payload_left_lbs: payload, over_lbs: isTooHeavy ? Math.max(1, partyLbs - payload) : 0 }
}
