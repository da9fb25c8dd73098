/** A departure with room for the party. */
export interface OpenDeparture {
  /** The calendar day at its terminal, and the time there, 'HH:MM'. */
  localDate: string
  localTime: string
}

const minutesOf = (localTime: string) => Number(localTime.slice(0, 2)) * 60 + Number(localTime.slice(3, 5))

/**
 * Picks the alternatives to a cancelled departure: of each day the one nearest to its time, the
 * soonest day first. A party that planned a morning gets mornings, and three days instead of three
 * times on one day with the same weather.
 */
export function pickAlternatives<Departure extends OpenDeparture>(
  open: readonly Departure[],
  localTime: string,
): Departure[] {
  const wanted = minutesOf(localTime)
  const distance = (one: OpenDeparture) => Math.abs(minutesOf(one.localTime) - wanted)
  const nearest = new Map<string, Departure>()
  for (const one of open) {
    const known = nearest.get(one.localDate)
    if (!known || distance(one) < distance(known)) nearest.set(one.localDate, one)
  }
  return [...nearest.values()].toSorted((a, b) => a.localDate.localeCompare(b.localDate))
}
