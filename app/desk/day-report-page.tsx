import { type Report } from '#contract/report.ts'
import { DeskTitle } from './desk-title.tsx'
import { ReportTable } from './report-table.tsx'
import { dayText, GROUP_WORDS, REPORT_TITLES } from './report-words.ts'

interface DayReportPageProps {
  day: string
  before: string
  after: string | null
  reports: Report[]
}

/** One day on one page, for whoever closes it: every figure from the ledger, for paper too. */
export function DayReportPage({ day, before, after, reports }: DayReportPageProps) {
  const books = reports.find(({ name }) => name === 'books')
  const balanced =
    books !== undefined && ['opening', 'closing'].every((key) => Math.abs(totalOf(books, key)) < 0.005)
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <DeskTitle href="/staff/reports" above="Reports">
          {dayText(day)}
        </DeskTitle>
        <nav className="desk-pages" aria-label="Days">
          <a className="btn second small" rel="prev" href={`?day=${before}`}>
            Day before
          </a>
          {after ? (
            <a className="btn second small" rel="next" href={`?day=${after}`}>
              Day after
            </a>
          ) : null}
        </nav>
      </div>
      <form method="get" className="desk-find no-print">
        <div className="field">
          <p className="field-label">
            <label htmlFor="day">Another day</label>
          </p>
          <input className="input" type="date" id="day" name="day" defaultValue={day} />
        </div>
        <button type="submit" className="btn small">
          Show
        </button>
      </form>
      <p className={balanced ? 'alert good' : 'alert bad'} role="status">
        {balanced
          ? 'The books balance: all accounts together come to nothing.'
          : 'The books do not balance. See the promises.'}
      </p>
      <div>
        {reports.map((report) => (
          <section
            key={`${report.name} ${report.by}`}
            className="desk-part"
            aria-labelledby={`${report.name}-${report.by}`}
          >
            {' '}
            {/* prettier-ignore */}
            <h2 id={`${report.name}-${report.by}`}>
              {REPORT_TITLES[report.name]} by {GROUP_WORDS[report.by]}
            </h2>
            <ReportTable report={report} caption="hidden" />
            {report.name === 'money' && report.by === 'place' ? (
              <ul className="sm muted desk-notes">
                {report.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            ) : null}
          </section>
        ))}
      </div>
    </div>
  )
}

const totalOf = ({ columns, total }: Report, key: string): number =>
  total[columns.findIndex((column) => column.key === key)] ?? 0
