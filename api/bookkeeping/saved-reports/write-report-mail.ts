import { type Report } from '#contract/report.ts'
import { formatDollars } from '../../rules/money/money.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'
import {
  button,
  getMailTheme,
  heading,
  html,
  type Html,
  mailFrame,
  paragraph,
} from '../../store/mails/mail-frame.ts'

export interface ReportMail {
  name: string
  report: Report
  /** The page of the saved report, where its mails can be stopped. */
  page: string
  /** The report itself, with all of its columns and rows. */
  table: string
}

/** What a mail shows; the page has everything. */
const MOST_ROWS = 40
const MOST_COLUMNS = 5

/** A report as a mail: a table in HTML and in plain text. */
export function writeReportMail({ name, report, page, table }: ReportMail, brand: MailBrand): ComposedMail {
  const days = `${dayInWords(report.from)} to ${dayInWords(report.to)}`
  const subject = `${name}: ${days}`
  const columns = report.columns.slice(0, MOST_COLUMNS)
  const shown = report.rows.slice(0, MOST_ROWS).map(({ label, figures }) => ({ label, figures }))
  const lines = [...shown, { label: 'Total', figures: report.total }]
  const rest = report.rows.length - shown.length
  const cut = [
    rest > 0 ? `${String(rest)} more rows are on the page and in the total.` : '',
    report.columns.length > columns.length ? 'The page has more columns.' : '',
  ].filter((sentence) => sentence !== '')
  const empty = report.rows.length === 0 ? ['There is nothing in these days.'] : []
  const stop = 'You get this each Monday because somebody chose you for it. To stop it, open'
  const cells = (figures: readonly (number | null)[]) =>
    columns.map(({ unit }, at) => figureInWords(unit, figures[at] ?? null))
  const textLines = lines.map(({ label, figures }) => {
    const values = cells(figures).map((value, at) => `${columns[at]?.label ?? ''} ${value}`)
    return `${label}: ${values.join(' · ')}`
  })
  const content = html`${heading(brand, name)} ${paragraph(days)} ${empty.map((text) => paragraph(text))}
  ${reportTable(
    brand,
    ['', ...columns.map(({ label }) => label)],
    lines.map(({ label, figures }) => [label, ...cells(figures)]),
  )}
  ${cut.map((text) => paragraph(text))} ${button(brand, 'See the report', table)}
  ${report.notes.map((note) => paragraph(note))}
  ${paragraph(html`${stop} <a class="link" href="${page}">${page}</a>`)}`
  return {
    subject,
    text: [
      name,
      days,
      ...empty,
      textLines.join('\n'),
      ...cut,
      table,
      ...report.notes,
      `${stop} ${page}`,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(brand, subject, days, content),
    attachments: [],
  }
}

function reportTable(brand: MailBrand, heads: readonly string[], rows: readonly string[][]): Html {
  const { line, ink } = getMailTheme(brand.id)
  const style = (at: number, bold: boolean) =>
    `padding:6px 0 6px ${at === 0 ? '0' : '12px'};border-bottom:1px solid ${line};color:${ink};` +
    `font-weight:${bold ? 'bold' : 'normal'};text-align:${at === 0 ? 'left' : 'right'};vertical-align:top`
  const head = (text: string, at: number) =>
    html`<th scope="col" class="row ink" style="${style(at, true)}">${text}</th>`
  return html`<table
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="font-size:14px;line-height:1.4"
  >
    <tr>
      ${heads.map(head)}
    </tr>
    ${rows.map(
      (row, number) =>
        html`<tr>
          ${row.map(
            (cell, at) =>
              html`<td class="row ink" style="${style(at, number === rows.length - 1)}">${cell}</td>`,
          )}
        </tr>`,
    )}
  </table>`
}

/** `16 November 2026` */
const dayInWords = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

function figureInWords(unit: Report['columns'][number]['unit'], figure: number | null): string {
  if (figure === null) return '–'
  if (unit === 'money') return formatDollars(Math.round(figure * 100))
  const text = figure.toLocaleString('en-US', { maximumFractionDigits: 1 })
  return unit === 'percent' ? `${text}%` : text
}
