import { type Manifest } from '#contract/passenger.ts'
import { formatCount } from '../parts/count-noun.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { type DelayDoneFacts, delayHref, TYPED } from './delay-view.ts'

interface DelayDoneProps {
  manifest: Manifest
  delayed: DelayDoneFacts
}

/** What a delay has done, with the way to the page that sets the delay before again. */
export function DelayDone({
  manifest: { flight, flight_id: id, flight_code: code },
  delayed,
}: DelayDoneProps) {
  const { was, parties } = delayed
  const { delay_mins: now, delay_reason: reason, delay_words: words } = flight
  const told = parties === 0 ? '' : ` ${formatCount(parties, 'party is', 'parties are')} told.`
  const text = now === 0 ? `${code} leaves as it was sold.` : `${code} is ${String(now)} minutes late now.`
  const before =
    was === 0 ? { minutes: '0' } : { minutes: TYPED, typed: String(was), reason, words: words ?? '' }
  return (
    <DoneBar text={`${text}${told}`}>
      {was === flight.own_delay_mins ? null : (
        <a className="btn second small" href={delayHref(id, before)}>
          Undo
        </a>
      )}
    </DoneBar>
  )
}
