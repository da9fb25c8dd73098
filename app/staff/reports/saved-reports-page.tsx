import { type SavedReport } from '#contract/saved-report.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { dayText, GROUP_WORDS, REPORT_TITLES } from './report-text.ts'
import { SavedReportForm } from './saved-report-form.tsx'
import {
  SAVED_REPORT_DONE,
  type SavedReportAnswer,
  type SavedReportDone,
  SPAN_TEXTS,
} from './saved-report-forms.ts'

interface SavedReportsPageProps {
  saved: SavedReport[]
  recipients: { id: number; name: string }[]
  /** The report and group that the form begins with. */
  offered: string
  /** What was just done. */
  done: SavedReportDone | null
  answer: SavedReportAnswer | undefined
}

/** The reports that staff keep under a name, and the form that saves another. */
export function SavedReportsPage({ saved, recipients, offered, done, answer }: SavedReportsPageProps) {
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <StaffPageTitle
          href="/staff/reports"
          above="Reports"
          about="For everybody who works here, and mailed each Monday to whom you choose."
        >
          Saved reports
        </StaffPageTitle>
      </div>
      {done === null || answer ? null : <DoneBar text={SAVED_REPORT_DONE[done]} />}
      {saved.length === 0 ? (
        <NothingHere what="No report is saved yet.">
          The form below saves one, and mails it each Monday if you like.
        </NothingHere>
      ) : (
        <List saved={saved} recipients={recipients} />
      )}
      <section aria-labelledby="new">
        <h2 id="new">Save a report</h2>
        <SavedReportForm saved={{ what: offered }} recipients={recipients} answer={answer} />
      </section>
    </div>
  )
}

function List({ saved, recipients }: Pick<SavedReportsPageProps, 'saved' | 'recipients'>) {
  const names = new Map(recipients.map(({ id, name }) => [id, name]))
  return (
    <StaffTable
      label="Saved reports, a table"
      caption="Saved reports"
      heads={['Name', 'Report', 'Days', 'Mailed to', 'Last mailed']}
      multiline
    >
      {saved.map(({ id, name, report, by, span, recipient_ids: ids, mailed_for: mailed }) => (
        <tr key={id}>
          <th scope="row">
            <a href={`/staff/reports/saved/${String(id)}`}>{name}</a>
          </th>
          <td>
            {REPORT_TITLES[report]} by {GROUP_WORDS[by]}
          </td>
          <td>{SPAN_TEXTS[span]}</td>
          <td>{ids.map((one) => names.get(one) ?? 'Somebody who left').join(', ') || 'Nobody'}</td>
          <td>{mailed === null ? 'Not yet' : dayText(mailed)}</td>
        </tr>
      ))}
    </StaffTable>
  )
}
