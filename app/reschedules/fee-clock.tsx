import { type RescheduleQuote } from '#contract/reschedule.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDateTime } from '../format/date-time.ts'

/** The fee for rescheduling, and from when on it is higher, in the terminal's zone. */
export function FeeClock({ quote, zone }: { quote: RescheduleQuote; zone: string }) {
  const { reschedule_fee: fee, fee_rises_at: risesAt, later_fee: later, closes_at: closesAt } = quote
  return (
    <section className="card mt6" aria-labelledby="fee">
      <h2 id="fee" className="h-s">
        {fee === 0
          ? 'Moving is free'
          : risesAt
            ? `The fee is ${formatDollars(fee)} until ${formatDateTime(risesAt, zone)}`
            : `The fee is ${formatDollars(fee)}`}
      </h2>
      {risesAt ? (
        <>
          <div className="feebar" aria-hidden="true">
            <span />
            <span />
          </div>
          <div className="feescale sm">
            <p>
              <b>{formatDollars(fee)}</b> now
            </p>
            <p>
              <b>{formatDollars(later)}</b> in the last 48&nbsp;hours
            </p>
          </div>
        </>
      ) : null}
      <p className="sm mt4">
        A price you are shown holds for 15 minutes. If the new flight costs more, you pay the difference; if
        it costs less, nothing is paid back.
        {closesAt ? ` You can move this flight until ${formatDateTime(closesAt, zone)}.` : ''}
      </p>
    </section>
  )
}
