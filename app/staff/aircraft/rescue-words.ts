import {
  type Rescue,
  type RescueCost,
  type RescueFlight,
  type RescueParty,
  type RescuePlan,
  type RescueStrategy,
} from '#contract/rescue-plan.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatCount } from '../parts/count-noun.ts'
import { type StateWords } from '../parts/staff-state.tsx'
import { clockOf, describeOver } from '../parts/unfit-words.ts'

export const STRATEGIES: Record<RescueStrategy, string> = {
  swap_and_move: 'Other aircraft, other times',
  swap: 'Other aircraft only',
  move: 'Other times only',
  call_off: 'Call everything off',
}

const parties = (count: number) => formatCount(count, 'party', 'parties')

/** `$419 back at most, $98 in vouchers` */
export function describeCost({ refund_amount: back, voucher_amount: vouchers }: RescueCost): string {
  const parts = [
    ...(back > 0 ? [`${formatDollars(back)} back at most`] : []),
    ...(vouchers > 0 ? [`${formatDollars(vouchers)} in vouchers`] : []),
  ]
  return parts.length === 0 ? 'Nothing' : parts.join(', ')
}

/** What becomes of a flight. */
export function describeAct({ act, aircraft, parties: all }: RescueFlight): StateWords {
  if (act === 'swap') {
    const { registration, over_lbs: over } = aircraft ?? { registration: '', over_lbs: 0 }
    const text = `${registration} flies it`
    return over > 0 ? { text: `${text}. ${describeOver(over)}`, shape: 'late' } : { text, shape: 'ok' }
  }
  if (act === 'by_hand') return { text: 'To settle by hand', shape: 'bad' }
  const moved = all.filter(({ outcome }) => outcome === 'moved').length
  if (all.length > 0 && moved === all.length) return { text: 'All moved, then called off', shape: 'here' }
  return { text: moved === 0 ? 'Called off' : 'Some moved, then called off', shape: 'late' }
}

const TOLD: Record<RescueParty['told_by'], string> = {
  nobody: 'not told: its time stays',
  mail: 'told by mail',
  mail_and_text: 'told by mail and text',
  text: 'told by text',
  call: 'please call',
}

/** `moved to 3:30 pm, told by mail` */
export function describeOutcome(party: RescueParty, zone: string): string {
  const { outcome, moves_to: to, refund_amount: back, voucher_amount: voucher } = party
  switch (outcome) {
    case 'stays':
      return `stays, ${TOLD.nobody}`
    case 'moved':
      return `moved to ${to === null ? 'another time' : clockOf(to, zone)}, ${TOLD[party.told_by]}`
    case 'called_off': {
      const worth = back ?? voucher
      const money =
        worth === null ? '' : ` or ${formatDollars(worth)} ${back === null ? 'as a voucher' : 'back'}`
      return `called off: chooses another day${money}, ${TOLD[party.told_by]}`
    }
    case 'by_hand':
      return 'another aircraft of this departure flies: move or refund this party on its order'
  }
}

/** What the press does, before it is pressed. */
export function describePress(plan: RescuePlan): string[] {
  const all = plan.flights.flatMap((flight) => flight.parties)
  const count = (test: (party: RescueParty) => boolean) => all.filter(test).length
  const moved = count(({ outcome }) => outcome === 'moved')
  const off = count(({ outcome }) => outcome === 'called_off')
  const byHand = count(({ outcome }) => outcome === 'by_hand')
  const calls = count(({ told_by: told, outcome }) => told === 'call' && outcome !== 'by_hand')
  const swaps = plan.flights.filter(({ act }) => act === 'swap').length
  const unpaid = plan.flights.reduce((sum, one) => sum + (one.act === 'call_off' ? one.unpaid : 0), 0)
  const say = (isTrue: boolean, sentence: string) => (isTrue ? [sentence] : [])
  return [
    ...say(!plan.out_of_service, `${plan.registration} is out of service for these hours from then on.`),
    ...say(
      swaps > 0,
      `${formatCount(swaps, 'flight gets', 'flights get')} another aircraft: time and seats stay, so ` +
        'nobody is told.',
    ),
    ...say(
      moved > 0,
      `${parties(moved)} ${moved === 1 ? 'is' : 'are'} moved at no charge and told once, with a new ticket.`,
    ),
    ...say(
      off > 0,
      `${parties(off)} ${off === 1 ? 'gets a' : 'get a'} page by mail: other seats that are held for ` +
        'them, a voucher, or their money where the fare allows it.',
    ),
    ...say(calls > 0, `${parties(calls)} of these can only be called.`),
    ...say(byHand > 0, `${parties(byHand)} ${byHand === 1 ? 'stays' : 'stay'} yours to settle by hand.`),
    ...say(
      unpaid > 0,
      `${formatCount(unpaid, 'unpaid booking loses its', 'unpaid bookings lose their')} seats.`,
    ),
    'Each flight is settled as a whole or not at all. Pressing twice does it once.',
  ]
}

/** What was just done. */
export function describeDone({ swaps, moved, called_off: off, settled_before: before }: Rescue): string {
  const parts = [
    ...(swaps > 0 ? [`${formatCount(swaps, 'flight has', 'flights have')} another aircraft`] : []),
    ...(moved > 0 ? [`${parties(moved)} moved and told`] : []),
    ...(off > 0 ? [`${parties(off)} called off and told`] : []),
    ...(before > 0 ? [`${formatCount(before, 'flight was', 'flights were')} settled before`] : []),
  ]
  return parts.length === 0 ? 'The aircraft is out of service for these hours.' : `Done: ${parts.join(', ')}.`
}

/** A press in an address, and back: `2.1.0.0`. */
export const toDone = ({ swaps, moved, called_off: off, settled_before: before }: Rescue): string =>
  [swaps, moved, off, before].map(String).join('.')

export function readDone(text: string | null): Rescue | null {
  const [, swaps, moved, off, before] = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text ?? '') ?? []
  if (swaps === undefined) return null
  return {
    swaps: Number(swaps),
    moved: Number(moved),
    called_off: Number(off),
    settled_before: Number(before),
  }
}
