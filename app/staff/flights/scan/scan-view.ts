import { type CheckInSearch } from '#contract/check-in.ts'
import { type FlightDay } from '#contract/flight-day.ts'
import { type Manifest } from '#contract/passenger.ts'
import { type FormAnswer } from '../../../ui/form/form-shape.ts'
import { type ScanPlace } from './scan-forms.ts'

/** What the page of scanning shows. */
export interface ScanView {
  place: ScanPlace
  /** Today, as the brand's calendar has it. */
  today: string
  /** The flight of the place; null where people of all flights are checked in. */
  flight: Manifest | null
  /** The flight of the shown party, or of the one that was checked in last. */
  manifest: Manifest | null
  /** The flights of today, to choose one of them; null where one is chosen. */
  day: FlightDay | null
}

/** What the search for a ticket found, unless it led to a party. */
export interface ScanFound {
  search: CheckInSearch
  /** What was typed; empty for what may be a secret. */
  typed: string
}

export interface ScanAnswer {
  refused?: FormAnswer | undefined
  found?: ScanFound | undefined
}

type Passenger = Manifest['passengers'][number]

/** A party on a flight, and those of it who fly on another aircraft by the plan. */
export interface ScanParty {
  order: number
  here: Passenger[]
  elsewhere: Passenger[]
}

/** The people of an order on the manifest of a flight; undefined if it has nobody there. */
export function findParty(manifest: Manifest, order: number): ScanParty | undefined {
  const ofOrder = (people: Passenger[]) => people.filter(({ order_id: id }) => id === order)
  const [here, elsewhere] = [ofOrder(manifest.passengers), ofOrder(manifest.same_party)]
  return here.length + elsewhere.length === 0 ? undefined : { order, here, elsewhere }
}

export const isHere = ({ boarding }: Passenger): boolean => boarding === 'checked_in'

/** The parties of a flight of whom somebody is still awaited, in the order of the manifest. */
export function listAwaited({ passengers }: Manifest): ScanParty[] {
  const awaited = passengers.filter(({ boarding }) => boarding === null)
  const orders = [...new Set(awaited.map(({ order_id: id }) => id))]
  return orders.map((order) => ({
    order,
    here: awaited.filter(({ order_id: id }) => id === order),
    elsewhere: [],
  }))
}
