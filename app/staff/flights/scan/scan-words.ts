import { type CheckInParty, type CheckInSearch } from '#contract/check-in.ts'
import { nearTime } from '../../parts/near-days.ts'
import { formatCount } from '../../parts/count-noun.ts'
import { type ScanPlace, scanHref } from './scan-forms.ts'

/** Why a party cannot be checked in, and what to do instead. */
export interface ScanProblem {
  text: string
  /** The page where something can be done about it. */
  href?: string
  action?: string
}

/** Why nobody was found, and what to do. */
export const NOT_FOUND: Readonly<Record<CheckInSearch['kind'], string>> = {
  ticket:
    'This ticket opens no order of ours any more: a newer one was sent, or it is of another shop. Ask for ' +
    'the number of the order, or type a name.',
  number: 'No order has this number. Look for a typing error, or type a name.',
  name:
    'Nobody of this name flies here on this day. The first letters are enough, and the name of the person ' +
    'who booked is found, too.',
  other_code:
    'This is not the code of a ticket. The code of a ticket stands on the page that the mail of the order ' +
    'opens. Ask for the number of the order, or type a name.',
}

const order = ({ order_id: id }: CheckInParty, part = '') => `/staff/orders/${String(id)}${part}`

/** `Harbour Hop today 2:15 pm, from Kearny` */
function nameFlight({ flight }: CheckInParty, date: string): string {
  if (!flight) return 'a flight'
  return `${flight.product_name} ${nearTime(flight, date)}, from ${flight.terminal_name}`
}

type Describe = (party: CheckInParty, search: CheckInSearch, place: ScanPlace) => ScanProblem

const openOrder = (party: CheckInParty) => ({ href: order(party), action: `Open ${party.number}` })

/** The page of a party's own flight, so that it is checked in there. */
const checkInThere = (party: CheckInParty, place: ScanPlace) =>
  party.flight
    ? {
        href: scanHref({ flight: place.flight, on: party.flight.id, order: party.order_id }),
        action: 'Check them in for that flight',
      }
    : {}

const PROBLEMS: Readonly<Record<Exclude<CheckInParty['state'], 'ready' | 'here'>, Describe>> = {
  unpaid: (party) => ({
    text: `${party.number} is not paid yet, so nobody of it has a seat. Take the payment first.`,
    href: order(party, '#counter'),
    action: 'Take the payment',
  }),
  expired: (party) => ({
    text:
      `${party.number} was never paid, and its seats are free for others. Sell them seats anew if some ` +
      'are left.',
    ...openOrder(party),
  }),
  cancelled: (party) => ({
    text:
      `${party.number} is cancelled, and its seats are free for others. Look at the order for what ` +
      'became of it.',
    ...openOrder(party),
  }),
  refunded: (party) => ({
    text:
      `${party.number} was refunded, so its seats are not theirs any more. Look at the order for when ` +
      'and why.',
    ...openOrder(party),
  }),
  no_flight: (party) => ({
    text:
      `${party.number} has no seats on a flight: it bought gift cards, or its seats were given back. ` +
      'Look at the order.',
    ...openOrder(party),
  }),
  called_off: (party, { date }) => ({
    text:
      `The departure of ${party.number} is called off: ${nameFlight(party, date)}. The order says what ` +
      'they may choose.',
    ...openOrder(party),
  }),
  other_day: (party, { date }) => ({
    text:
      `${party.number} is for another day: ${nameFlight(party, date)}. It can be moved to a flight with ` +
      'free seats.',
    href: order(party, '/move'),
    action: `Move ${party.number}`,
  }),
  other_terminal: (party, { date }) => ({
    text:
      `${party.number} leaves from another terminal: ${nameFlight(party, date)}. Send them there. If ` +
      'they are there, check them in for that flight.',
    ...checkInThere(party, {}),
  }),
  other_flight: (party, { date }, place) => ({
    text:
      `${party.number} is for another flight: ${nameFlight(party, date)}, ` +
      `${party.flight?.flight_code ?? ''}.`,
    ...checkInThere(party, place),
  }),
  left: (party, { date }) => ({
    text:
      `The flight of ${party.number} has left: ${nameFlight(party, date)}. If they are on board, write ` +
      'it down on the page of the flight.',
    href: `/staff/flights/${String(party.flight?.id)}`,
    action: 'Open the flight',
  }),
  too_early: (party, { date }) => ({
    text:
      `It is too early for ${party.number}: ${nameFlight(party, date)}. Check-in begins six hours ` +
      'before.',
    ...openOrder(party),
  }),
}

/** Why the party cannot be checked in here and now; undefined if it can, or is here already. */
export function describeProblem(
  party: CheckInParty,
  search: CheckInSearch,
  place: ScanPlace,
): ScanProblem | undefined {
  const { state } = party
  return state === 'ready' || state === 'here' ? undefined : PROBLEMS[state](party, search, place)
}

/** `Ada Lind, 3 people` */
export const describeParty = ({ number, name, people }: CheckInParty): string =>
  `${name === '' ? number : name}, ${formatCount(people, 'person', 'people')}`

/** How a party stands among several that were found. */
export const PARTY_STATES: Readonly<Record<CheckInParty['state'], { tone: string; text: string }>> = {
  ready: { tone: '', text: 'Not yet' },
  here: { tone: 'ok', text: 'All here' },
  too_early: { tone: '', text: 'Too early' },
  left: { tone: 'in-air', text: 'Has left' },
  other_flight: { tone: 'late', text: 'Another flight' },
  other_terminal: { tone: 'late', text: 'Another terminal' },
  other_day: { tone: 'late', text: 'Another day' },
  called_off: { tone: 'off', text: 'Called off' },
  unpaid: { tone: 'bad', text: 'Not paid' },
  expired: { tone: 'off', text: 'Never paid' },
  cancelled: { tone: 'off', text: 'Cancelled' },
  refunded: { tone: 'off', text: 'Refunded' },
  no_flight: { tone: 'off', text: 'No seats' },
}
