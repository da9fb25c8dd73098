/**
 * A flight as a pilot's day knows it: when and where it leaves, and when and where its aircraft is
 * ready again.
 */
export interface PilotFlight {
  departAt: Date
  /** Landed and turned around. */
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
 * Up to here a pilot drives; the road is longer than the straight line, and town traffic is slow.
 */
const DRIVE_MILES = 150
const DRIVE_MINUTES_PER_MILE = 2
const DRIVE_EXTRA_MINUTES = 15
/** Farther away a pilot takes an airliner: the way to it, its gate and its time in the air. */
const AIRLINE_EXTRA_MINUTES = 210
const AIRLINE_MILES_PER_HOUR = 450

/**
 * The least minutes a pilot needs from one terminal to another without flying an aircraft of ours;
 * 0 within one.
 */
export function transferMinutes(from: Place, to: Place): number {
  if (from.id === to.id) return 0
  const miles = distanceMiles(from, to)
  return miles <= DRIVE_MILES
    ? Math.ceil(DRIVE_EXTRA_MINUTES + miles * DRIVE_MINUTES_PER_MILE)
    : Math.ceil(AIRLINE_EXTRA_MINUTES + (miles / AIRLINE_MILES_PER_HOUR) * 60)
}

/**
 * Why one pilot cannot fly both: they overlap, turnaround included, or the time between them is
 * shorter than the way from where the first ends to where the second begins. Undefined where one
 * pilot can.
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

/** Along a great circle. */
function distanceMiles(from: Place, to: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [latitude, longitude] = [radians(to.latitude - from.latitude), radians(to.longitude - from.longitude)]
  const half =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(longitude / 2) ** 2
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(half)))
}
