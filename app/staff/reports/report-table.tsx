import { type Report } from '#contract/report.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { figureText, GROUP_WORDS, REPORT_TITLES, rowText, spanText } from './report-text.ts'

/**
 * A report's figures with their total.
 *
 * @param caption for screen readers only, if the heading above says it already
 */
export function ReportTable({ report, caption }: { report: Report; caption?: 'hidden' }) {
  const title = `${REPORT_TITLES[report.name]} by ${GROUP_WORDS[report.by]}, ${spanText(report)}`
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
              <th scope="row">{rowText(report, row)}</th>
              <Figures report={report} figures={row.figures} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
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
