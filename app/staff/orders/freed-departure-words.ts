import { type FreedDeparture } from '#contract/freed-departure.ts'
import { formatShortDay, formatTime, formatZone, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'

/** What becomes of the freed seats of a flight, of its waitlist and of its manifest, in sentences. */
export function describeFreedDeparture(departure: FreedDeparture): string[] {
  const { seats, flight_code: code, product_name: product, depart_at: at, timezone: zone } = departure
  const flight = `${product} ${code}, ${momentOf(at, zone)} ${formatZone(at, zone)}`
  const free = `${formatCount(seats, 'seat becomes', 'seats become')} free on ${flight}.`
  return [free, describeWaitlist(departure), ...describeManifest(departure)]
}

const momentOf = (at: string, zone: string) =>
  `${formatShortDay(toLocalDate(at, zone))}, ${formatTime(toLocalTime(at, zone))}`

function describeWaitlist({ status, waiting, offered, offers_end_at: end, timezone }: FreedDeparture) {
  if (status === 'departed' || status === 'landed') return 'It has left: nobody can be offered them.'
  if (status === 'called_off') return 'It is cancelled: nobody can be offered them.'
  if (waiting.parties === 0) return 'Nobody waits for this departure.'
  const { parties } = waiting
  const wait = `${formatCount(parties, 'party waits', 'parties wait')} for this departure (${formatCount(
    waiting.seats,
    'seat',
    'seats',
  )}).`
  if (end === null) return `${wait} Nobody is offered them: the departure is not sold any more.`
  if (offered === 0) return `${wait} Nobody is offered them: no whole party fits yet.`
  const who = parties === 1 ? 'It is' : `${String(offered)} of them ${offered === 1 ? 'is' : 'are'}`
  const whose = offered === parties && parties > 1 ? 'All are' : who
  const keeping = `the seats ${offered === 1 ? 'it needs' : 'they need'} are held until`
  return `${wait} ${whose} mailed an offer at once, and ${keeping} ${momentOf(end, timezone)}.`
}

function describeManifest({ flight_code: code, people, status, checked_in: here }: FreedDeparture) {
  const change = people === 0 ? 'fewer seats' : formatCount(people, 'passenger fewer', 'passengers fewer')
  const begun = here > 0 || status === 'boarding' || status === 'departed' || status === 'landed'
  const checkedIn = here === 0 ? '' : `, ${String(here)} ${here === 1 ? 'is' : 'are'} checked in`
  return [
    `The load manifest of ${code} changes: ${change}.`,
    begun
      ? `Check-in has begun${checkedIn}: whoever has the manifest on paper must print it again.`
      : 'If it is printed already, it must be printed again.',
  ]
}
