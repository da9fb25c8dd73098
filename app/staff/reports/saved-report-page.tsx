import { type Report } from '#contract/report.ts'
import { type SavedReport } from '#contract/saved-report.ts'
import { Failure } from '../../ui/notice.tsx'
import { DoneBar } from '../parts/done-bar.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { reportQuery } from './report-page.tsx'
import { ReportTable } from './report-table.tsx'
import { GROUP_WORDS, REPORT_TITLES, spanText } from './report-text.ts'
import { SavedReportForm } from './saved-report-form.tsx'
import { SAVED_REPORT_DONE, type SavedReportAnswer, type SavedReportDone } from './saved-report-forms.ts'

interface SavedReportPageProps {
  saved: SavedReport
  recipients: { id: number; name: string }[]
  report: Report
  mail: { subject: string; text: string }
  /** Whether the reader gets it mailed. */
  isMailed: boolean
  /** What was just done. */
  done: SavedReportDone | null
  answer: SavedReportAnswer | undefined
}

/** A saved report with its figures, its mail, and what can be done with it. */
export function SavedReportPage(props: SavedReportPageProps) {
  const { saved, recipients, report, mail, isMailed, done, answer } = props
  const { name, by, from, to } = report
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <StaffPageTitle
          href="/staff/reports/saved"
          above="Saved reports"
          about={`${REPORT_TITLES[name]} by ${GROUP_WORDS[by]}, ${spanText(report)}`}
        >
          {saved.name}
        </StaffPageTitle>
        <p className="btn-row">
          <a
            className="btn second small"
            href={`/staff/reports/tables?${reportQuery({ name, by, from, to })}`}
          >
            See it as a report
          </a>
        </p>
      </div>
      <Failure text={answer?.failure} />
      {done === null || answer ? null : <DoneBar text={SAVED_REPORT_DONE[done]} />}
      {isMailed ? (
        <form method="post" className="desk-part">
          <p>You get this report by mail each Monday.</p>
          <button type="submit" className="btn second small" name="intent" value="stop">
            Stop mailing it to me
          </button>
        </form>
      ) : null}
      <section className="desk-part" aria-label={saved.name}>
        <ReportTable report={report} caption="hidden" />
      </section>
      <details className="desk-part">
        <summary>The mail as it would leave now</summary>
        <p>
          Subject: <strong>{mail.subject}</strong>
        </p>
        <p className="sm muted">In plain text; mail programs that show tables get it as a table.</p>
        <div className="desk-log">
          <p>{mail.text}</p>
        </div>
      </details>
      <section aria-labelledby="change">
        <h2 id="change">Change it</h2>
        <SavedReportForm saved={saved} recipients={recipients} answer={answer} />
        <form method="post">
          <button type="submit" className="btn second small" name="intent" value="delete">
            Delete this report
          </button>
        </form>
      </section>
    </div>
  )
}
