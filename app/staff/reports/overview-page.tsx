import { ReportAgainst, type ReportOverview, reportGroups, reportNames } from '#contract/report.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { Field } from '../../ui/field.tsx'
import { Failure } from '../../ui/notice.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { CompareChart } from './compare-chart.tsx'
import { LoadHours } from './load-hours.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { type OverviewSpan } from './overview-spans.ts'
import { rowChange, shareOf, spanTitle } from './overview-text.ts'
import { reportQuery } from './report-page.tsx'
import { dayText, REPORT_TITLES, rowsHref } from './report-text.ts'

export interface OverviewFilter extends OverviewSpan {
  /** The id of a brand; empty for all of them. */
  brand: string
  /** What the days are compared with. */
  against: ReportAgainst
}

interface OverviewPageProps {
  filter: OverviewFilter
  /** Null if the span cannot be compared. */
  overview: ReportOverview | null
  failure?: string | undefined
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
  today: string
  spans: (OverviewSpan & { text: string })[]
}

const overviewQuery = ({ from, to, brand, against }: OverviewFilter): string =>
  new URLSearchParams({
    from,
    to,
    ...(brand === '' ? {} : { brand }),
    ...(against === 'weeks' ? {} : { against }),
  }).toString()

const AGAINST_TEXTS: Record<ReportAgainst, string> = {
  weeks: 'Against the weeks before',
  year: 'Against the year before',
}

/** How a span went: six figures, days, hours, channels and campaigns beside the same weekdays before. */
export function OverviewPage({ filter, overview, failure, brands, today, spans }: OverviewPageProps) {
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <div>
          <h1>{spanTitle(filter)}</h1>
          {overview ? <Comparison overview={overview} today={today} /> : null}
        </div>
        <p className="btn-row">
          {overview ? (
            <a
              className="btn second small"
              href={`/staff/reports/overview/csv?${overviewQuery(filter)}`}
              download
            >
              CSV
            </a>
          ) : null}
          <a className="btn second small" href="/staff/reports/day">
            Day report
          </a>
          <a className="btn second small" href="/staff/reports/saved">
            Saved reports
          </a>
        </p>
      </div>
      <SpanForm filter={filter} brands={brands} spans={spans} />
      <Failure text={failure} />
      {overview ? <OverviewBody overview={overview} /> : null}
      <Tables filter={filter} />
    </div>
  )
}

const COUNTED = 'Money by the day it moved, seats by the day they flew.'

/** What the figures compare with, and how they count. */
function Comparison({
  overview: { to, before, timezone },
  today,
}: {
  overview: ReportOverview
  today: string
}) {
  const place = (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')
  return (
    <p className="muted">
      Against {spanTitle(before)}, weekday by weekday. {COUNTED} {place} time.
      {to < today ? '' : ' Today is not over yet; the day it compares with is whole.'}
    </p>
  )
}

function SpanForm({ filter, brands, spans }: Pick<OverviewPageProps, 'filter' | 'brands' | 'spans'>) {
  const choices = Object.entries(brands).map(([id, name]) => ({ id, name }))
  return (
    <div className="desk-part">
      <nav aria-label="Common spans" className="desk-chips">
        {spans.map(({ text, from, to }) => (
          <a
            key={text}
            href={`/staff/reports?${overviewQuery({ ...filter, from, to })}`}
            aria-current={from === filter.from && to === filter.to ? 'true' : undefined}
          >
            {text}
          </a>
        ))}
      </nav>
      <nav aria-label="Compared with" className="desk-chips">
        {ReportAgainst.options.map((against) => (
          <a
            key={against}
            href={`/staff/reports?${overviewQuery({ ...filter, against })}`}
            aria-current={against === filter.against ? 'true' : undefined}
          >
            {AGAINST_TEXTS[against]}
          </a>
        ))}
      </nav>
      <form method="get" className="desk-find">
        <input type="hidden" name="against" value={filter.against} />
        <Field id="from" name="from" type="date" label="From" defaultValue={filter.from} />
        <Field id="to" name="to" type="date" label="To" defaultValue={filter.to} />
        {choices.length === 0 ? null : (
          <SelectField id="brand" name="brand" label="Brand" defaultValue={filter.brand}>
            <NamedOptions none="All" of={choices} />
          </SelectField>
        )}
        <button type="submit" className="btn second small">
          Show
        </button>
      </form>
    </div>
  )
}

function OverviewBody({ overview }: { overview: ReportOverview }) {
  const { days, hours, channels, campaigns, figures, from, to } = overview
  return (
    <>
      <OverviewFigures overview={overview} />
      <section className="desk-part" aria-labelledby="days">
        <div className="desk-head">
          <h2 id="days">Net sales by day</h2>
          <p className="sm muted chart-key">
            <span className="now">These days</span> <span className="before">The same weekday before</span>
          </p>
        </div>
        <CompareChart days={days} />
        <details>
          <summary>Table of days</summary>
          <DayTable overview={overview} />
        </details>
      </section>
      <section className="desk-part" aria-labelledby="hours">
        <h2 id="hours">Load by weekday and hour</h2>
        <LoadHours hours={hours} />
        <p className="sm muted">
          Of the aircraft that left with passengers.{' '}
          <a href={`/staff/reports/tables?${reportQuery({ name: 'departures', by: 'product', from, to })}`}>
            Load with empty departures
          </a>{' '}
          counts every departure that was on sale.
        </p>
      </section>
      <div className="desk-part desk-halves">
        <Shares
          name="Channel"
          title="Where it was sold"
          rows={channels}
          whole={figures.net}
          linked={{ overview, by: 'channel' }}
        />
        <Shares
          name="First campaign"
          title="What brought them"
          rows={campaigns}
          whole={figures.net}
          linked={{ overview, by: 'first_campaign' }}
        />
      </div>
    </>
  )
}

/** A name that leads to its rows; those of one brand alone are not listed. */
function RowsLink({ overview, by, row, text }: RowsLinkProps) {
  const { from, to, brand_id: brand } = overview
  // Without a campaign or an order the tables have several rows.
  if (brand !== null || row === 'none' || row === 'other') return <>{text}</>
  return <a href={rowsHref({ name: 'sales', by, from, to }, row)}>{text}</a>
}

interface RowsLinkProps {
  overview: ReportOverview
  by: 'day' | 'channel' | 'first_campaign'
  row: string
  text: string
}

function DayTable({ overview }: { overview: ReportOverview }) {
  return (
    <StaffTable
      label="Net sales by day, a table"
      caption="Net sales by day"
      heads={['Day', 'Net sales', 'Change', 'Before', 'Day before']}
      figures={['Net sales', 'Change', 'Before']}
    >
      {overview.days.map(({ date, net, date_before: dateBefore, net_before: before }) => (
        <tr key={date}>
          <th scope="row">
            <RowsLink overview={overview} by="day" row={date} text={dayText(date)} />
          </th>
          <td className="r">{formatDollars(net)}</td>
          <td className="r">{rowChange(net, before)}</td>
          <td className="r">{formatDollars(before)}</td>
          <td>{dayText(dateBefore)}</td>
        </tr>
      ))}
    </StaffTable>
  )
}

interface SharesProps {
  name: string
  title: string
  rows: ReportOverview['channels']
  /** The net sales of all rows together. */
  whole: number
  linked: Pick<RowsLinkProps, 'overview' | 'by'>
}

/** Net sales by what they came from, with their part of the whole and their change. */
function Shares({ name, title, rows, whole, linked }: SharesProps) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section className="desk-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className="muted">Nothing was sold in these days.</p>
      ) : (
        <StaffTable
          label={`${title}, a table`}
          caption={title}
          heads={[name, 'Net sales', 'Share', 'Change']}
          figures={['Net sales', 'Change']}
          stacked
        >
          {rows.map(({ key, label, net, net_before: before }) => {
            const share = shareOf(net, whole)
            return (
              <tr key={key}>
                <th scope="row">
                  <RowsLink {...linked} row={key} text={label} />
                </th>
                <td className="r">{formatDollars(net)}</td>
                <td data-label="Share" className="share">
                  {share === null ? '–' : formatPercent(share)}
                  {share === null ? null : <meter min={0} max={100} value={share} aria-hidden="true" />}
                </td>
                <td data-label="Change" className="figure">
                  {rowChange(net, before)}
                </td>
              </tr>
            )
          })}
        </StaffTable>
      )}
    </section>
  )
}

/** Every report of the same days as a table. */
function Tables({ filter: { from, to } }: { filter: OverviewFilter }) {
  return (
    <section className="desk-part" aria-labelledby="tables">
      <h2 id="tables">Tables of these days</h2>
      <ul className="desk-chips">
        {reportNames.map((name) => (
          <li key={name}>
            <a href={`/staff/reports/tables?${reportQuery({ name, by: reportGroups[name][0], from, to })}`}>
              {REPORT_TITLES[name]}
            </a>
          </li>
        ))}
        <li>
          <a href="/staff/payouts">Each payout</a>
        </li>
      </ul>
    </section>
  )
}
