import { type ReactNode } from 'react'
import { type ReportName, type ReportGroup, type ReportOverview } from '#contract/report.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { formatShortDay } from '../../format/local-time.ts'
import { Figure } from '../parts/figure.tsx'
import { rowsHref } from './report-text.ts'
import { type Change, changeInPercent, changeInPoints, signedDollars } from './overview-text.ts'

type Figures = ReportOverview['figures']

/** The six figures of a span with their change. */
export function OverviewFigures({ overview }: { overview: ReportOverview }) {
  const { figures: now, figures_before: before } = overview
  const { from, to, brand_id: brand } = overview
  /** Of one brand only the money has rows of its own. */
  const rows = (name: ReportName, by: ReportGroup) =>
    brand === null ? rowsHref({ name, by, from, to }) : undefined
  const sales =
    brand === null
      ? rowsHref({ name: 'sales', by: 'day', from, to })
      : rowsHref({ name: 'sales', by: 'brand', from, to }, String(brand))
  const flights = rows('flights', 'day')
  return (
    <dl className="figs">
      <Figure name="Net sales" text={formatDollars(now.net)} href={sales}>
        {onBefore(changeInPercent(now.net, before.net), formatDollars(before.net))}
      </Figure>
      <Figure name="Load" text={loadText(now.load)} href={flights}>
        {now.load === null || before.load === null
          ? `${loadText(before.load)} before`
          : onBefore(changeInPoints(now.load, before.load), loadText(before.load))}
      </Figure>
      <Figure name="Seats flown" text={now.seats_flown.toLocaleString('en-US')} href={flights}>
        {onBefore(
          changeInPercent(now.seats_flown, before.seats_flown),
          before.seats_flown.toLocaleString('en-US'),
        )}
      </Figure>
      <Figure name="Average seat" text={now.average_seat === null ? '–' : formatDollars(now.average_seat)}>
        {averageChange(now.average_seat, before.average_seat)}
      </Figure>
      <Figure name="Refunds" text={formatDollars(now.refunds)} href={sales}>
        {refundChange(now, before)}
      </Figure>
      <GiftsOwed overview={overview} />
    </dl>
  )
}

function GiftsOwed({ overview: { gifts_owed: owed, from } }: { overview: ReportOverview }) {
  if (!owed) {
    return (
      <Figure name="Gifts owed" text="–">
        Known for all brands together
      </Figure>
    )
  }
  return (
    <Figure name="Gifts owed" text={formatDollars(owed.closing)}>
      {signedDollars(owed.closing - owed.opening)} since {formatShortDay(from)}
    </Figure>
  )
}

const loadText = (load: number | null): string => (load === null ? '–' : formatPercent(load, 0))

function onBefore(change: Change | null, before: string): ReactNode {
  if (!change) return `${before} before`
  return (
    <>
      <Changed change={change} /> on {before}
    </>
  )
}

function averageChange(now: number | null, before: number | null): ReactNode {
  if (now === null || before === null)
    return before === null ? 'None before' : `${formatDollars(before)} before`
  return onBefore(changeInPercent(now, before), formatDollars(before))
}

/** More refunds are bad; they compare as a part of sales, which grow and shrink by themselves. */
function refundChange(now: Figures, before: Figures): ReactNode {
  if (now.net <= 0 || before.net <= 0) return `${formatDollars(before.refunds)} before`
  const [part, partBefore] = [(now.refunds / now.net) * 100, (before.refunds / before.net) * 100]
  const { text, kind } = changeInPoints(part, partBefore)
  const change: Change = { text, kind: kind === 'good' ? 'bad' : kind === 'bad' ? 'good' : 'same' }
  return (
    <>
      <Changed change={change} /> to {formatPercent(part, 1)} of sales
    </>
  )
}

const Changed = ({ change: { text, kind } }: { change: Change }) => <b className={`change ${kind}`}>{text}</b>
