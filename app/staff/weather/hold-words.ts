import {
  type WeatherHold,
  type WeatherHoldParty,
  type WeatherHoldPreview,
  type WeatherHoldSummary,
} from '#contract/weather-hold.ts'
import { formatTime, toLocalTime } from '../../format/local-time.ts'
import { NO_EMAIL } from '../parts/customer-name.ts'
import { formatCount } from '../parts/count-noun.ts'
import { nearMoment } from '../parts/near-days.ts'
import { type StateWords } from '../parts/staff-state.tsx'

const parties = (count: number) => formatCount(count, 'party', 'parties')
const departures = (count: number) => formatCount(count, 'departure', 'departures')

/** What the press of a hold does, before it is pressed. */
export function describeHold({ departures: all, timezone: zone, ...preview }: WeatherHoldPreview): string[] {
  const { by_mail: mailed, by_text: texted, to_call: called, parties: count } = preview
  const say = (isTrue: boolean, sentence: string) => (isTrue ? [sentence] : [])
  const times = all.map(
    ({ product_name: name, depart_at: at }) => `${formatTime(toLocalTime(at, zone))} ${name}`,
  )
  return [
    `${departures(all.length)} ${all.length === 1 ? 'closes' : 'close'} for sale: ${times.join(', ')}.`,
    'Whoever is paying already may finish; the waitlist offers nothing meanwhile.',
    ...say(count === 0, 'Nobody has booked, so nobody is told.'),
    ...say(
      mailed > 0,
      `${parties(mailed)} ${mailed === 1 ? 'is' : 'are'} mailed at once, and once more when they fly.`,
    ),
    ...say(texted > 0, `${parties(texted)} ${texted === 1 ? 'gets' : 'get'} a text, too.`),
    ...say(called > 0, `${parties(called)} without e-mail: only your call tells them.`),
    'Nothing happens by itself at that time: a task on Today waits for you. Pressing twice does it once.',
  ]
}

/** The words of the one press. */
export const holdPressText = ({ departures: all, parties: count }: WeatherHoldPreview): string =>
  count === 0 ? `Hold ${departures(all.length)}` : `Hold ${departures(all.length)}, tell ${parties(count)}`

export function describeHoldState({ state, decide_at: at, timezone: zone }: WeatherHoldSummary): StateWords {
  if (state === 'released') return { shape: 'ok', text: 'They fly' }
  if (state === 'called_off') return { shape: 'off', text: 'Called off' }
  return { shape: 'late', text: `On hold until ${formatTime(toLocalTime(at, zone))}` }
}

/** What of a hold waits for staff, in one sentence. */
export function summarizeHold(hold: WeatherHold, { now, today }: { now: string; today: string }): string {
  const { state, decide_at: at, timezone: zone, departures_on_hold: left } = hold
  if (state !== 'open') {
    const ended = hold.ended_at === null ? '' : ` since ${nearMoment(hold.ended_at, zone, today)}`
    return state === 'released'
      ? `Decided${ended}: they fly, and are on sale again.`
      : `Decided${ended}: called off.`
  }
  const isDue = Date.parse(at) <= Date.parse(now)
  const time = nearMoment(at, zone, today)
  const waits = `${departures(left)} ${left === 1 ? 'waits' : 'wait'}.`
  return isDue
    ? `You said that you decide at ${time}: please decide now. ${waits}`
    : `You decide at ${time}. ${waits}`
}

export const PARTY_STATES: Record<WeatherHoldParty['state'], StateWords> = {
  to_call: { shape: 'late', text: 'To call' },
  failed: { shape: 'bad', text: 'The mail did not arrive' },
  to_tell: { shape: 'none', text: 'Not told yet' },
  told: { shape: 'ok', text: 'Told' },
}

const ORDER: readonly WeatherHoldParty['state'][] = ['failed', 'to_call', 'to_tell', 'told']

/** Whom somebody has to call comes first. */
export const sortParties = (all: readonly WeatherHoldParty[]): WeatherHoldParty[] =>
  all.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))

/** How a party was told, or where the mail went that did not arrive. */
export function describeTold(
  { state, email, texted, told_at: at }: WeatherHoldParty,
  zone: string,
  today: string,
): string {
  const when = at === null ? '' : nearMoment(at, zone, today)
  if (state === 'to_call') return texted ? `no e-mail; a text ${when}` : 'no e-mail'
  if (state === 'failed') return email ?? NO_EMAIL
  if (state === 'to_tell') return 'open the page again in a moment'
  return texted ? `mail and text, ${when}` : `mail, ${when}`
}
