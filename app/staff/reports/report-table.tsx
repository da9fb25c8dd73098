import { REPORT_AT_ONCE_DAYS, type Report } from '#contract/report.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { countDays } from '../parts/add-days.ts'
import { figureText, GROUP_WORDS, REPORT_TITLES, rowsHref, rowText, spanText } from './report-text.ts'

/**
 * A report's figures with their total; each leads to the rows that it was summed from.
 *
 * @param caption for screen readers only, if the heading above says it already
 */
export function ReportTable({ report, caption }: { report: Report; caption?: 'hidden' }) {
  const title = `${REPORT_TITLES[report.name]} by ${GROUP_WORDS[report.by]}, ${spanText(report)}`
  const linked = countDays(report) <= REPORT_AT_ONCE_DAYS
  if (report.rows.length === 0) return <p className="muted">Nothing in this time.</p>
  return (
    <ScrollRegion label={title}>
      <table className="table">
        <caption className={caption === 'hidden' ? 'vh' : undefined}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{capital(GROUP_WORDS[report.by])}</th>
            {report.columns.map(({ key, label }) => (
              <th key={key} scope="col" className="r">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {linked ? (
                  <a href={rowsHref(report, row.key)}>{rowText(report, row)}</a>
                ) : (
                  rowText(report, row)
                )}
              </th>
              <Figures report={report} figures={row.figures} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{linked ? <a href={rowsHref(report)}>Total</a> : 'Total'}</th>
            <Figures report={report} figures={report.total} />
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

function Figures({ report, figures }: { report: Report; figures: readonly (number | null)[] }) {
  return report.columns.map(({ key, unit }, at) => (
    <td key={key} className="r">
      {figureText(unit, figures[at] ?? null)}
    </td>
  ))
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
