/**
 * A flight in a pilot's day: when and where it leaves, and when and where its aircraft is ready
 * again.
 */
export interface PilotFlight {
  departAt: Date
  /** After landing and turnaround. */
  readyAt: Date
  from: Place
  to: Place
}

export interface Place {
  id: number
  /** Degrees, north and east positive. */
  latitude: number
  longitude: number
}

const EARTH_RADIUS_MILES = 3_958.8
/**
 * Up to this distance a pilot drives; roads are longer than the straight line and traffic is slow.
 */
const DRIVE_MILES = 150
const DRIVE_MINUTES_PER_MILE = 2
const DRIVE_EXTRA_MINUTES = 15
/** Beyond it a pilot takes an airline: the way to the airport, the gate, and the flight. */
const AIRLINE_EXTRA_MINUTES = 210
const AIRLINE_MILES_PER_HOUR = 450

/**
 * The minimum minutes a pilot needs from one terminal to another without one of our aircraft; 0
 * within one terminal.
 */
export function transferMinutes(from: Place, to: Place): number {
  if (from.id === to.id) return 0
  const miles = distanceMiles(from, to)
  return miles <= DRIVE_MILES
    ? Math.ceil(DRIVE_EXTRA_MINUTES + miles * DRIVE_MINUTES_PER_MILE)
    : Math.ceil(AIRLINE_EXTRA_MINUTES + (miles / AIRLINE_MILES_PER_HOUR) * 60)
}

/**
 * Returns why one pilot cannot fly both flights: they overlap, including turnaround, or the time
 * between them is shorter than the transfer. Undefined when one pilot can.
 */
export function findPilotClash(
  one: PilotFlight,
  other: PilotFlight,
): { reason: 'overlap' } | { reason: 'transfer'; minutes: number } | undefined {
  const [first, second] = one.departAt <= other.departAt ? [one, other] : [other, one]
  const gapMinutes = (second.departAt.getTime() - first.readyAt.getTime()) / 60_000
  if (gapMinutes < 0) return { reason: 'overlap' }
  const minutes = transferMinutes(first.to, second.from)
  return gapMinutes < minutes ? { reason: 'transfer', minutes } : undefined
}

/** The great-circle distance. */
function distanceMiles(from: Place, to: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [latitude, longitude] = [radians(to.latitude - from.latitude), radians(to.longitude - from.longitude)]
  const half =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(longitude / 2) ** 2
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(half)))
}
