import {
  formatDayAndYear,
  formatTime,
  formatZone,
  toLocalDate,
  toLocalTime,
} from '../../format/local-time.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Failure } from '../../ui/notice.tsx'
import { clockOf } from '../parts/unfit-words.ts'
import { type DelayPlan } from './delay.server.ts'
import { DelayForm } from './delay-form.tsx'
import { DELAY_REASONS, delayHref, leaveHref, type SeenFlight } from './delay-view.ts'
import { DelayPreview } from './delay-preview.tsx'

interface DelayPageProps extends DelayPlan {
  failure: string | undefined
  /** What the page showed before somebody changed it. */
  seen: SeenFlight[] | null
  /** False for a pilot, to whom the pages of others' flights are closed. */
  isDesk: boolean
}

/** Delays a flight: by how much and why, what waits for it and who is told, and one press. */
export function DelayPage({ failure, seen, isDesk, ...plan }: DelayPageProps) {
  const { manifest, view, preview, problems, refusal } = plan
  const { flight, flight_id: id } = manifest
  const targets = { minutes: 'delay-minutes', reason: 'delay-reason', words: 'delay-words' } as const
  return (
    <div className="wrap desk">
      <ErrorSummary
        items={(['minutes', 'reason', 'words'] as const).flatMap((name) => {
          const text = problems[name]
          return text === undefined ? [] : [{ text, target: targets[name] }]
        })}
      />
      <Head manifest={manifest} view={view} isDesk={isDesk} />
      <Failure text={failure ?? refusal} />
      <div className="desk-cols">
        <div>{preview === null ? <NothingYet /> : <DelayPreview {...{ plan, preview, seen, isDesk }} />}</div>
        <aside className="card stack" aria-labelledby="by">
          <h2 id="by">{preview === null ? 'By how much' : 'Another delay'}</h2>
          <DelayForm
            flightId={id}
            view={view}
            reason={flight.delay_reason}
            problems={problems}
            {...(view.back === null ? {} : { back: view.back })}
          />
          {flight.own_delay_mins > 0 ? (
            <p>
              <a href={delayHref(id, { minutes: '0', back: view.back })}>Take its delay back</a>
            </p>
          ) : null}
        </aside>
      </div>
    </div>
  )
}

type HeadProps = Pick<DelayPlan, 'manifest' | 'view'> & Pick<DelayPageProps, 'isDesk'>

function Head({ manifest, view, isDesk }: HeadProps) {
  const { flight, flight_id: id, flight_code: code, depart_at: at } = manifest
  const { timezone: zone, scheduled_at: sold, delay_mins: late, delay_reason: reason } = flight
  const date = toLocalDate(at, zone)
  return (
    <div className="desk-head">
      <div className="flight-title">
        <p className="sm">
          {isDesk ? (
            <a href={`/staff/flights?date=${date}`}>{formatDayAndYear(date)}</a>
          ) : (
            formatDayAndYear(date)
          )}
          , {flight.terminal_name}
        </p>
        <h1>
          Delay {code}, {flight.product_name}
        </h1>
        <p>
          Sold for {formatTime(toLocalTime(sold, zone))} {formatZone(sold, zone)}
          {late === 0
            ? '.'
            : `, leaves ${clockOf(at, zone)} so far: ${String(late)} minutes late` +
              `${reason === null ? '' : `, ${DELAY_REASONS[reason].toLowerCase()}`}.`}{' '}
          <a href={leaveHref(id, view)}>Back to the flight</a>
        </p>
      </div>
    </div>
  )
}

const NothingYet = () => (
  <section className="desk-part" aria-labelledby="then">
    <h2 id="then">What happens then</h2>
    <p>
      First you see which flights of the same aircraft and the same pilot have to wait, and who is told;
      nothing is sent before.
    </p>
    <p className="muted">
      Free time between flights absorbs a delay. The time that was sold stays in the timetable and on
      receipts; guests see the new time beside it.
    </p>
  </section>
)
