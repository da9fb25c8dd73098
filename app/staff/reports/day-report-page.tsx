import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { formatDayAndYear } from '../../format/local-time.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { CLOSE_DAY_SHAPE, REOPEN_DAY_SHAPE } from './day-closing-forms.ts'
import { DayClosingPart, type DayClosingPartProps } from './day-closing.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { ReportTable } from './report-table.tsx'
import { GROUP_WORDS, REPORT_TITLES } from './report-text.ts'

interface DayReportPageProps extends Pick<DayClosingPartProps, 'day' | 'isAdmin'> {
  before: string
  after: string | null
  answer: FormAnswer | undefined
}

/** The report of one day, to be closed and printed; every figure comes from the ledger. */
export function DayReportPage({ day, isAdmin, before, after, answer }: DayReportPageProps) {
  const closeForm = plainForm(CLOSE_DAY_SHAPE, answer)
  const reopenForm = plainForm(REOPEN_DAY_SHAPE, answer)
  const refused = answer && (answer.form === CLOSE_DAY_SHAPE.id ? 'close' : 'reopen')
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <StaffPageTitle href="/staff/reports" above="Reports" about={<DayState day={day} />}>
          {formatDayAndYear(day.day)}
        </StaffPageTitle>
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
      <form method="get" className="desk-find day-find no-print">
        <div className="field">
          <p className="field-label">
            <label htmlFor="day">Another day</label>
          </p>
          <input className="input" type="date" id="day" name="day" defaultValue={day.day} />
        </div>
        <button type="submit" className="btn second small">
          Show
        </button>
      </form>
      <DayClosingPart {...{ day, isAdmin, closeForm, reopenForm, refused }} />
      <div>
        {day.reports.map((report) => (
          <section
            key={`${report.name} ${report.by}`}
            className="desk-part"
            aria-labelledby={`${report.name}-${report.by}`}
          >
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

function DayState({ day }: { day: DayReportPageProps['day'] }) {
  if (day.closing) return <StaffState shape="ok">Closed</StaffState>
  if (!day.begun) return <StaffState shape="none">Not begun</StaffState>
  return day.ended ? (
    <StaffState shape="late">Over and not closed</StaffState>
  ) : (
    <StaffState shape="in-air">Not over</StaffState>
  )
}
