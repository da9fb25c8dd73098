import { type DelayedFlight, type DelayTrouble, type FlightDelayPreview } from '#contract/flight-delay.ts'
import { type Manifest } from '#contract/passenger.ts'
import { clockOf } from '../parts/unfit-words.ts'
import { formatCount } from '../parts/count-noun.ts'
import { DELAY_REASONS, type SeenFlight } from './delay-view.ts'

/** `Delayed by 30 minutes: weather. “Fog at the pier”` */
export function describeDelay({
  delay_mins: late,
  delay_reason: reason,
  delay_words: words,
}: Manifest['flight']) {
  const why = reason === null ? '' : `: ${DELAY_REASONS[reason].toLowerCase()}`
  return `Delayed by ${String(late)} minutes${why}.${words ? ` “${words}”` : ''}`
}

/** Why a flight gets another time. */
export function describeCause(one: DelayedFlight): string {
  const { cause, waits_for: code, delay_mins: now, delay_mins_was: was } = one
  if (code === null) return cause === 'pressed' && now >= was ? 'Set here.' : 'Nothing holds it up any more.'
  if (cause === 'pilot') return `Its pilot comes from ${code}.`
  return `${one.registration} comes from ${code}.`
}

/** What keeps a flight from leaving so, as a sentence. */
export function describeTrouble({ kind, at }: DelayTrouble, zone: string): string {
  const light = at === null ? '' : ` (${clockOf(at, zone)})`
  switch (kind) {
    case 'leaves_after_last_light':
      return `Leaves after last light${light}: it is too dark to fly it.`
    case 'lands_after_last_light':
      return `Lands after last light${light}: it is too dark on the way back.`
    case 'out_of_service':
      return 'Its aircraft is out of service: give it another one.'
    case 'boarding':
      return 'Its guests are boarding: tell them there, too.'
    case 'pilot_over_limit':
      return 'So late, its pilot is over a limit of duty or not there any more: give it another one.'
  }
}

/** What happens with the press, one sentence for each. */
export function describePress(preview: FlightDelayPreview): string[] {
  const { parties, people, by_mail: mails, by_text: texts, to_call: calls, flights, minutes } = preview
  const papers = flights.flatMap(({ flight_code: code, manifest_version: version }) =>
    version === null ? [] : [`${code} (version ${String(version)})`],
  )
  const told =
    parties === 0
      ? 'Nobody has paid for these flights, so nobody is told.'
      : `${formatCount(parties, 'party', 'parties')}, ${String(people)} people together: ` +
        `${String(mails)} told once by mail${texts === 0 ? '' : `, ${String(texts)} by text`}.`
  return [
    told,
    ...(calls > 0
      ? [`${formatCount(calls, 'party', 'parties')} without e-mail and texts: please call them yourself.`]
      : []),
    ...(parties > 0 && minutes > 0
      ? ['They may move to another flight without the fee until their flight boards.']
      : []),
    ...(papers.length > 0 ? [`Printed or accepted manifests change: ${papers.join(', ')}.`] : []),
  ]
}

/** The button of the press. */
export function pressText({ flights, parties, minutes }: FlightDelayPreview): string {
  const what =
    minutes === 0 ? 'Take the delay back' : `Delay ${formatCount(flights.length, 'flight', 'flights')}`
  return parties === 0 ? what : `${what}, tell ${formatCount(parties, 'party', 'parties')}`
}

const change = ({ delay_mins_was: was, delay_mins: now }: SeenFlight) =>
  `from ${String(was)} to ${String(now)} minutes late`

/** What a preview showed before and shows now, where it differs. */
export function describeMeanwhile(seen: readonly SeenFlight[], preview: FlightDelayPreview): string[] {
  const now = new Map(preview.flights.map((one) => [one.flight_id, one]))
  const before = new Map(seen.map((one) => [one.flight_id, one]))
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((id) => {
    const [old, present] = [before.get(id), now.get(id)]
    const code = present?.flight_code ?? old?.flight_code ?? ''
    if (old && !present) return [`${code} keeps its time now; you saw ${change(old)}.`]
    if (present && !old) return [`${code} goes ${change(present)}; you did not see it.`]
    if (!old || !present || change(old) === change(present)) return []
    return [`${code} goes ${change(present)}; you saw ${change(old)}.`]
  })
}
