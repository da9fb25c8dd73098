import { type AvailableDeparture } from '#contract/availability.ts'

/** How many alternative times are named. */
const MAX_TIMES = 2

/** "3:15 pm" of "15:15". */
function clockTime(localTime: string): string {
  const [hours = 0, minutes = 0] = localTime.split(':').map(Number)
  return `${String(hours % 12 || 12)}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
}

/**
 * Adds a note to departures that have enough seats but cannot carry the party, with the nearest
 * times that can. The note contains no figure, because other passengers' weights are private.
 */
export function explainWeights(
  departures: readonly AvailableDeparture[],
  aircraft: { name: string },
): AvailableDeparture[] {
  const open = departures.filter(({ status }) => status === 'open')
  return departures.map((one) => {
    if (one.status !== 'too_heavy') return one
    const distance = ({ depart_at: at }: AvailableDeparture) =>
      Math.abs(Date.parse(at) - Date.parse(one.depart_at))
    const near = open.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_TIMES)
    const times = near.toSorted((a, b) => Date.parse(a.depart_at) - Date.parse(b.depart_at))
    const instead = times.map(({ local_time: time }) => clockTime(time)).join(' or ')
    const alternative = instead
      ? `it fits on the ${aircraft.name} aircraft at ${instead}`
      : 'another day may fit'
    return { ...one, note: `Not enough lift left for your party; ${alternative}` }
  })
}
