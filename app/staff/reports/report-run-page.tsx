import { type ReportRun } from '#contract/report.ts'
import { ReportBody, reportQuery, runState } from './report-page.tsx'
import { GROUP_WORDS, REPORT_TITLES, spanText } from './report-text.ts'

/**
 * A long report: its progress, and once it is finished the report. Until then the page reloads
 * automatically.
 */
export function ReportRunPage({ run }: { run: ReportRun }) {
  const { id, name, by, from, to, report } = run
  const path = `/staff/reports/runs/${String(id)}`
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <div>
          <p className="eyebrow">
            <a href={`/staff/reports/tables?${reportQuery({ name, by, from, to })}`}>Reports</a>
          </p>
          <h1>{REPORT_TITLES[name]}</h1>
          <p className="muted">
            By {GROUP_WORDS[by]}, {spanText(run)}
          </p>
        </div>
      </div>
      {report ? (
        <ReportBody report={report} csv={`${path}/csv`} />
      ) : (
        <section className="card desk-part" aria-label="Progress">
          <p role="status">{runState(run)}</p>
          {run.state === 'failed' ? null : (
            <>
              <progress
                className="desk-progress"
                max={run.all_days}
                value={run.done_days}
                aria-label="Days added up"
              />{' '}
              {}
              <p className="sm muted">
                The page looks again every three seconds. You may leave it and come back.
              </p>
              <a className="btn second small" href={path}>
                Look again
              </a>
            </>
          )}
        </section>
      )}
    </div>
  )
}
