import { type ListMeta } from '#contract/primitives.ts'
import { type ReportRows } from '#contract/report.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { reportQuery } from './report-page.tsx'
import { figureText, GROUP_WORDS, REPORT_TITLES, rowText, spanText } from './report-text.ts'

interface ReportRowsPageProps {
  rows: ReportRows
  meta: ListMeta
  /** The page's own query, without the number of the page. */
  query: Record<string, string>
}

/** What a figure of a report was summed from, with links to the orders and flights. */
export function ReportRowsPage({ rows, meta, query }: ReportRowsPageProps) {
  const { name, by, from, to, key, label } = rows
  const part = key === null ? null : rowText(rows, { key, label: label ?? key })
  const { total_count: count } = meta.pagination
  const added = count === 1 ? 'One row adds' : `${count.toLocaleString('en-US')} rows add`
  const title = part === null ? REPORT_TITLES[name] : `${REPORT_TITLES[name]}: ${part}`
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <StaffPageTitle
          href={`/staff/reports/tables?${reportQuery({ name, by, from, to })}`}
          above={`${REPORT_TITLES[name]} by ${GROUP_WORDS[by]}`}
          about={`${spanText(rows)}. ${added} up to the figures.`}
        >
          {title}
        </StaffPageTitle>
        <p className="btn-row">
          <a
            className="btn second small"
            href={`/staff/reports/rows/csv?${new URLSearchParams(query).toString()}`}
            download
          >
            CSV
          </a>
        </p>
      </div>
      {rows.rows.length === 0 ? (
        <NothingHere what="Nothing in this time." />
      ) : (
        <Rows rows={rows} title={title} withPart={part === null} />
      )}
      <StaffPagination path="/staff/reports/rows" filter={query} pagination={meta.pagination} />
    </div>
  )
}

function Rows({ rows, title, withPart }: { rows: ReportRows; title: string; withPart: boolean }) {
  const { by, columns } = rows
  const figures = columns.map(({ label }) => label)
  const group = GROUP_WORDS[by].charAt(0).toUpperCase() + GROUP_WORDS[by].slice(1)
  const cells = (of: readonly (number | null)[]) =>
    columns.map(({ key, unit }, at) => (
      <td key={key} className="r">
        {figureText(unit, of[at] ?? null)}
      </td>
    ))
  return (
    <StaffTable
      label={`${title}, a table`}
      caption={title}
      heads={['When', 'What', ...(withPart ? [group] : []), 'Opens', ...figures]}
      figures={figures}
      foot={
        <tr>
          <th scope="row" colSpan={withPart ? 4 : 3}>
            Total of all rows
          </th>
          {cells(rows.total)}
        </tr>
      }
    >
      {rows.rows.map((row) => (
        <tr key={`${row.id} ${row.label}`}>
          <td>
            <DateTimeCell at={row.at} zone={row.timezone} />
          </td>
          <th scope="row">{row.text}</th>
          {withPart ? <td>{rowText(rows, { key: row.label, label: row.label })}</td> : null}
          <td>
            <RowLink row={row} />
          </td>
          {cells(row.figures)}
        </tr>
      ))}
    </StaffTable>
  )
}

function RowLink({ row: { order_id: order, flight_id: flight } }: { row: ReportRows['rows'][number] }) {
  if (order !== null) return <a href={`/staff/orders/${String(order)}`}>O-{order}</a>
  if (flight !== null) return <a href={`/staff/flights/${String(flight)}`}>Flight {flight}</a>
  return <>–</>
}
