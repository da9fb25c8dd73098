import { type WeatherDay, type WeatherDayPreview, type WeatherParty } from '#contract/weather-day.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatCount } from '../parts/count-noun.ts'
import { nearMoment } from '../parts/near-days.ts'
import { type StateWords } from '../parts/staff-state.tsx'
import { NO_EMAIL } from '../parts/customer-name.ts'

type SeenParty = WeatherDayPreview['parties'][number]

const parties = (count: number) => formatCount(count, 'party', 'parties')
const departures = (count: number) => formatCount(count, 'departure', 'departures')

/** Who it is, and how many. */
export const partyTitle = ({ name, email, people }: Pick<SeenParty, 'name' | 'email' | 'people'>): string =>
  `${name || (email ?? 'Walk-in')}, ${String(people)}`

/** `Move, voucher, refund` */
export function describeChoices({ alternatives, voucher_amount, refund_amount }: SeenParty): string {
  const choices = [
    ...(alternatives.length > 0 ? ['Move'] : []),
    ...(voucher_amount === null ? [] : ['voucher']),
    ...(refund_amount === null ? [] : ['refund']),
  ].join(', ')
  return choices === '' ? 'Nothing by itself' : choices.charAt(0).toUpperCase() + choices.slice(1)
}

/** How urgently a party of the preview needs somebody. */
export const needOf = ({ told_by: told, alternatives }: SeenParty): number =>
  told === 'call' ? 0 : Math.min(alternatives.length, 3) + 1

/** What the press does, before it is pressed. */
export function describePress(preview: WeatherDayPreview): string[] {
  const { departures: count, unpaid, parties: all, called_off_before: before, departed } = preview
  const called = all.filter(({ told_by: told }) => told === 'call').length
  const without = all.filter(({ alternatives }) => alternatives.length === 0).length
  const mailed = all.length - called
  const say = (isTrue: boolean, sentence: string) => (isTrue ? [sentence] : [])
  return [
    `Nothing of ${departures(count)} is sold from then on${count > 1 ? ', all at the same moment' : ''}.`,
    ...say(
      mailed > 0,
      `${parties(mailed)} ${mailed === 1 ? 'is' : 'are'} told once by mail, and by text where they agreed.`,
    ),
    ...say(
      mailed > 0,
      'Calendars are cleared. Seats are held before the mail leaves, at most half of those that are free.',
    ),
    ...say(
      without > 0,
      `For ${parties(without)} no other seats are held: please call ${without === 1 ? 'it' : 'them'}.`,
    ),
    ...say(called > 0, `${parties(called)} of these without any choice: no mail, only your call.`),
    ...say(
      unpaid > 0,
      `${formatCount(unpaid, 'unpaid booking loses its', 'unpaid bookings lose their')} seats.`,
    ),
    ...say(before > 0, `Called off already at this time: ${departures(before)}.`),
    ...say(departed > 0, `Left already, and not called off: ${departures(departed)}.`),
    'Whoever chooses nothing gets the voucher in the end. Pressing twice does it once.',
  ]
}

/** The words of the one press. */
export function pressText({ departures: count, parties: all }: WeatherDayPreview): string {
  const mailed = all.filter(({ told_by: told }) => told === 'mail').length
  return mailed === 0
    ? `Call off ${departures(count)}`
    : `Call off ${departures(count)}, tell ${parties(mailed)}`
}

/** The groups that the answers can be narrowed to. */
export const GROUPS = ['call', 'failed', 'ending', 'expired', 'waiting', 'answered'] as const
export type AnswerGroup = (typeof GROUPS)[number]

const GROUP_OF: Record<WeatherParty['state'], AnswerGroup> = {
  to_call: 'call',
  failed: 'failed',
  expired: 'expired',
  waiting: 'waiting',
  to_tell: 'waiting',
  moved: 'answered',
  voucher: 'answered',
  refunded: 'answered',
  closed: 'answered',
}

/** Whoever has not chosen is worth a call this long before the held seats, or the choice, end. */
const ENDS_SOON_MS = 3 * 3_600_000

/** What of a party that has not chosen ends next, if that is soon. */
function findSoonEnd({ state, held_until: held, expires_at: end }: WeatherParty, now: string): string | null {
  if (state !== 'waiting' && state !== 'expired') return null
  const next = held !== null && held < end ? held : end
  return Date.parse(next) - Date.parse(now) <= ENDS_SOON_MS ? next : null
}

export const groupOf = (party: WeatherParty, now: string): AnswerGroup =>
  findSoonEnd(party, now) === null ? GROUP_OF[party.state] : 'ending'

export const GROUP_WORDS: Record<AnswerGroup, StateWords> = {
  call: { text: 'To call', shape: 'late' },
  failed: { text: 'Mail failed', shape: 'bad' },
  ending: { text: 'Expires soon', shape: 'late' },
  expired: { text: 'Seats given up', shape: 'off' },
  waiting: { text: 'Waiting', shape: 'none' },
  answered: { text: 'Answered', shape: 'ok' },
}

/** Whoever has looked at the choices and not chosen may want to be called. */
const withOpened = (text: string, { opened_at: opened }: WeatherParty): string =>
  opened === null ? text : `${text}, opened`

/** Where a party stands, in a state and a sentence. */
export function describeParty(
  party: WeatherParty,
  { today, now }: { today: string; now: string },
): StateWords & { when: string } {
  const { timezone: zone, amount, answered_at: answered } = party
  const at = (instant: string) => nearMoment(instant, zone, today)
  const dollars = amount === null ? '' : ` ${formatDollars(amount)}`
  const answeredAt = answered === null ? '' : `chosen ${at(answered)}`
  const soon = findSoonEnd(party, now)
  if (soon !== null) {
    const isOver = soon === party.expires_at
    const when = isOver ? `may choose until ${at(soon)}` : `seats held until ${at(soon)}`
    return { ...GROUP_WORDS.ending, text: withOpened(GROUP_WORDS.ending.text, party), when }
  }
  switch (party.state) {
    case 'moved': {
      const to = party.moved_to === null ? '' : ` to ${at(party.moved_to.depart_at)}`
      return { text: `Moved${to}`, shape: 'ok', when: answeredAt }
    }
    case 'voucher':
      return { text: `Voucher${dollars}`, shape: 'ok', when: answeredAt }
    case 'refunded':
      return { text: `Refund${dollars}`, shape: 'ok', when: answeredAt }
    case 'closed':
      return { text: 'Settled on the order', shape: 'ok', when: answeredAt }
    case 'to_tell':
      return { text: 'Not told yet', shape: 'none', when: 'seats are sought' }
    case 'to_call':
      return {
        text: 'To call',
        shape: 'late',
        when:
          party.mailed_at === null ? 'no seats held, not mailed' : 'no seats held; mailed its other choices',
      }
    case 'failed':
      return { text: 'The mail did not arrive', shape: 'bad', when: party.email ?? NO_EMAIL }
    case 'expired':
      return {
        text: withOpened('Held seats are free again', party),
        shape: 'off',
        when: `may choose until ${at(party.expires_at)}`,
      }
    case 'waiting':
      return {
        text: withOpened('Waiting', party),
        shape: 'none',
        when: party.held_until === null ? '' : `seats held until ${at(party.held_until)}`,
      }
  }
}

/** `Told 10 of 12 parties; 2 are yours to call.` */
export function summarizeDay({ parties: all, done_at: done, waiting_for_offer: unseen }: WeatherDay): string {
  const count = all.length + unseen
  if (count === 0) return 'Nobody had booked.'
  if (done === null) {
    const told = all.filter(({ state }) => state !== 'to_tell').length
    const sofar = `Seats are being held: ${String(told)} of ${parties(count)} told so far.`
    return `${sofar} Open the page again in a moment.`
  }
  const calls = all.filter(({ state }) => GROUP_OF[state] === 'call').length
  const answered = all.filter(({ state }) => GROUP_OF[state] === 'answered').length
  return [
    `${String(answered)} of ${parties(count)} ${answered === 1 ? 'has' : 'have'} answered.`,
    ...(calls > 0 ? [`${parties(calls)} ${calls === 1 ? 'is' : 'are'} yours to call.`] : []),
  ].join(' ')
}
