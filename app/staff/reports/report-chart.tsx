import { type Report } from '#contract/report.ts'
import { figureText, GROUP_WORDS, rowText } from './report-text.ts'

/** The maximal number of bars; a year of days still shows its shape. */
const MOST_BARS = 400
const MOST_LINES = 12

/** The first column of a report as a chart. The table next to it has the same data. */
export function ReportChart({ report }: { report: Report }) {
  const [column] = report.columns
  const bars = report.by === 'day' ? everyDay(report) : report.rows.slice(0, MOST_LINES)
  const values = bars.map(({ figures }) => figures[0] ?? 0)
  if (!column || bars.length < 2 || values.every((value) => value === 0)) return null
  const top = Math.max(0, ...values)
  const bottom = Math.min(0, ...values)
  const best = bars[values.indexOf(top)]
  const label = [
    `${column.label} by ${GROUP_WORDS[report.by]}, ${String(bars.length)} bars.`,
    best && top > 0 ? `The largest is ${rowText(report, best)} with ${figureText(column.unit, top)}.` : '',
    'The table below has every figure.',
  ].join(' ')
  const scale = { top, bottom, range: top - bottom }
  return (
    <figure className="chart">
      <figcaption>
        {column.label} by {GROUP_WORDS[report.by]}
      </figcaption>
      {report.by === 'day' ? (
        <Columns report={{ ...report, rows: bars }} values={values} scale={scale} label={label} />
      ) : (
        <Lines report={report} values={values} scale={scale} label={label} />
      )}
    </figure>
  )
}

/** The chart includes days without data, which the table leaves out. */
function everyDay({ from, to, rows }: Report): Report['rows'] {
  const known = new Map(rows.map((row) => [row.key, row]))
  const days = Math.min(MOST_BARS, (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1)
  return Array.from({ length: days }, (_, at) => {
    const key = new Date(Date.parse(from) + at * 86_400_000).toISOString().slice(0, 10)
    return known.get(key) ?? { key, label: key, figures: [0] }
  })
}

interface BarsProps {
  report: Report
  values: number[]
  scale: { top: number; bottom: number; range: number }
  label: string
}

const HEIGHT = 100
const STEP = 10

function Columns({ report, values, scale: { top, bottom, range }, label }: BarsProps) {
  const unit = report.columns[0]?.unit ?? 'count'
  const zero = (top / range) * HEIGHT
  const [first] = report.rows
  const last = report.rows[values.length - 1]
  return (
    <>
      <p className="chart-scale" aria-hidden="true">
        {figureText(unit, top)}
      </p>
      <svg
        className="chart-days"
        viewBox={`0 0 ${String(values.length * STEP)} ${String(HEIGHT)}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {values.map((value, at) => {
          const height = (Math.abs(value) / range) * HEIGHT
          const y = value < 0 ? zero : zero - height
          return (
            <rect
              key={report.rows[at]?.key}
              x={at * STEP + 1}
              y={round(y)}
              width={STEP - 2}
              height={round(height)}
              className={value < 0 ? 'loss' : undefined}
            />
          )
        })}
        <line x1="0" x2={values.length * STEP} y1={round(zero)} y2={round(zero)} />
      </svg>
      <p className="chart-ends" aria-hidden="true">
        <span>{first ? rowText(report, first) : ''}</span>
        <span>{last ? rowText(report, last) : ''}</span>
      </p>
      {bottom < 0 ? (
        <p className="chart-scale" aria-hidden="true">
          Lowest: {figureText(unit, bottom)}
        </p>
      ) : null}
    </>
  )
}

function Lines({ report, values, scale: { top, bottom, range }, label }: BarsProps) {
  const unit = report.columns[0]?.unit ?? 'count'
  const zero = (-bottom / range) * 100
  return (
    <div className="chart-lines" role="img" aria-label={label}>
      {values.map((value, at) => {
        const row = report.rows[at]
        const width = (Math.abs(value) / (top - bottom)) * 100
        return (
          <div key={row?.key}>
            <span>{row ? rowText(report, row) : ''}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect
                x={round(value < 0 ? zero - width : zero)}
                y="0"
                width={round(width)}
                height="10"
                className={value < 0 ? 'loss' : undefined}
              />{' '}
              {}
            </svg>
            <span className="r">{figureText(unit, value)}</span>
          </div>
        )
      })}
    </div>
  )
}

const round = (value: number) => Math.round(value * 100) / 100
