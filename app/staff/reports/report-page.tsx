import {
  type Report,
  type ReportGroup,
  reportGroups,
  type ReportName,
  reportNames,
  type ReportRun,
} from '#contract/report.ts'
import { Field } from '../../ui/field.tsx'
import { Failure } from '../../ui/notice.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { StaffTabs } from '../parts/staff-tabs.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportTable } from './report-table.tsx'
import { GROUP_WORDS, REPORT_TITLES, spanText } from './report-text.ts'

export interface ReportFilter {
  name: ReportName
  by: ReportGroup
  from: string
  to: string
}

interface ReportsPageProps {
  filter: ReportFilter
  /** Null if the span is too long to be answered at once, or was refused. */
  report: Report | null
  days: number
  spans: { text: string; from: string; to: string }[]
  runs: ReportRun[]
  failure: string | undefined
}

const savedHref = ({ name, by }: ReportFilter): string =>
  `/staff/reports/saved?${new URLSearchParams({ name, by }).toString()}`

export const reportQuery = (asked: ReportFilter): string => new URLSearchParams({ ...asked }).toString()

/**
 * Any report over any span: chosen by links and a form, shown as a chart and a table, downloadable
 * as a file.
 */
export function ReportsPage({ filter, report, days, spans, runs, failure }: ReportsPageProps) {
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <StaffPageTitle
          href={`/staff/reports?${new URLSearchParams({ from: filter.from, to: filter.to }).toString()}`}
          above="Reports"
        >
          {REPORT_TITLES[filter.name]}
        </StaffPageTitle>
        <p className="btn-row">
          <a className="btn second small" href="/staff/payouts">
            Each payout
          </a>
          <a className="btn second small" href="/staff/reports/day">
            Day report
          </a>
        </p>
      </div>
      <StaffTabs
        label="Reports"
        tabs={reportNames.map((name) => ({
          text: REPORT_TITLES[name],
          href: `?${reportQuery({ ...filter, name, by: reportGroups[name][0] })}`,
          current: name === filter.name,
        }))}
      />
      <SpanForm filter={filter} spans={spans} />
      <Failure text={failure} />
      {report ? <ReportBody report={report} csv={`/staff/reports/csv?${reportQuery(filter)}`} /> : null}
      {report ? (
        <p>
          <a href={savedHref(filter)}>Save this report, and mail it each Monday</a>
        </p>
      ) : null}
      {report || failure ? null : <LongSpan filter={filter} days={days} />}
      <Runs runs={runs} />
    </div>
  )
}

/** A finished report: chart, table, notes, and the file. */
export function ReportBody({ report, csv }: { report: Report; csv: string }) {
  return (
    <section className="desk-part" aria-label={REPORT_TITLES[report.name]}>
      <ReportChart report={report} />
      <ReportTable report={report} />
      <ul className="sm muted desk-notes">
        {report.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>Days begin and end at midnight, {report.timezone}.</li>
      </ul>
      <a className="btn second small" href={csv} download>
        Download as CSV
      </a>
    </section>
  )
}

function SpanForm({ filter, spans }: Pick<ReportsPageProps, 'filter' | 'spans'>) {
  const groups: readonly ReportGroup[] = reportGroups[filter.name]
  return (
    <div className="desk-part">
      <form method="get" className="desk-find">
        <input type="hidden" name="name" value={filter.name} />
        <Field id="from" name="from" type="date" label="From" defaultValue={filter.from} />
        <Field id="to" name="to" type="date" label="To" defaultValue={filter.to} />
        {groups.length > 1 ? (
          <SelectField id="by" name="by" label="By" defaultValue={filter.by}>
            <NamedOptions of={groups.map((id) => ({ id, name: GROUP_WORDS[id] }))} />
          </SelectField>
        ) : null}
        <button type="submit" className="btn second small">
          Show
        </button>
      </form>
      <ul className="desk-chips">
        {spans.map(({ text, from, to }) => (
          <li key={text}>
            <a
              href={`?${reportQuery({ ...filter, from, to })}`}
              aria-current={from === filter.from && to === filter.to ? 'true' : undefined}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function LongSpan({ filter, days }: Pick<ReportsPageProps, 'filter' | 'days'>) {
  return (
    <form method="post" className="card desk-part">
      <p>
        {days.toLocaleString('en-US')} days are added up beside everything else. You may leave the page
        meanwhile: the report stays for a month and waits below.
      </p>
      {Object.entries(filter).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="btn small">
        Start the report
      </button>
    </form>
  )
}

function Runs({ runs }: Pick<ReportsPageProps, 'runs'>) {
  if (runs.length === 0) return null
  return (
    <section className="desk-part" aria-labelledby="runs">
      <h2 id="runs">Your long reports</h2>
      <ol className="desk-log">
        {runs.map((run) => (
          <li key={run.id}>
            <a href={`/staff/reports/runs/${String(run.id)}`}>
              {REPORT_TITLES[run.name]} by {GROUP_WORDS[run.by]}, {spanText(run)}
            </a>
            <p className="sm subtle">{runState(run)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function runState({ state, done_days: done, all_days: all }: ReportRun): string {
  if (state === 'done') return 'Done'
  if (state === 'failed') return 'It failed. Please start it again.'
  return state === 'queued' ? 'Waiting' : `${String(done)} of ${String(all)} days added up`
}
