import { type ReportOverview } from '#contract/report.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatShortDay } from '../../format/local-time.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { dayText } from './report-text.ts'

type Day = ReportOverview['days'][number]

const WIDTH = 960
const HEIGHT = 210
const LEFT = 52
const TOP = 10
const BOTTOM = 30
const PLOT = HEIGHT - TOP - BOTTOM

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})

/** The net sales of each day beside the same weekday before, as bars; the table below has every figure. */
export function CompareChart({ days }: { days: readonly Day[] }) {
  const values = days.flatMap(({ net, net_before: before }) => [net, before])
  const step = niceStep(Math.max(0, ...values) - Math.min(0, ...values))
  if (step === 0) return <p className="muted">No money moved in these days or in those before.</p>
  const top = Math.ceil(Math.max(0, ...values) / step) * step
  const bottom = Math.floor(Math.min(0, ...values) / step) * step
  const y = (value: number) => round(TOP + ((top - value) / (top - bottom)) * PLOT)
  const ticks = Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, at) => bottom + at * step)
  const width = (WIDTH - LEFT) / days.length
  return (
    <ScrollRegion label="Net sales by day, a chart">
      <svg
        className="compare"
        viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
        role="img"
        aria-label={altText(days)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <path d={`M${String(LEFT)} ${String(y(tick))}H${String(WIDTH)}`} />
            <text x="0" y={y(tick) + 5}>
              {compact.format(tick)}
            </text>
          </g>
        ))}
        {days.map(({ date, net, net_before: before }, at) => {
          const x = LEFT + at * width
          return (
            <g key={date}>
              <Bar x={x + width * 0.12} width={width * 0.33} from={y(0)} to={y(before)} name="before" />
              <Bar x={x + width * 0.45} width={width * 0.43} from={y(0)} to={y(net)} name="now" />
              {at % labelEvery(days.length) === 0 ? (
                <text x={round(x + width * 0.12)} y={HEIGHT - 8}>
                  {shortDay(date, days.length)}
                </text>
              ) : null}
            </g>
          )
        })}
      </svg>
    </ScrollRegion>
  )
}

interface BarProps {
  x: number
  width: number
  from: number
  to: number
  name: 'before' | 'now'
}

function Bar({ x, width, from, to, name }: BarProps) {
  if (from === to) return null
  return (
    <rect
      className={name}
      x={round(x)}
      y={Math.min(from, to)}
      width={round(width)}
      height={round(Math.abs(to - from))}
    />
  )
}

/** Steps of 1, 2 or 5 times a power of ten, at most five over the range; 0 without a range. */
function niceStep(range: number): number {
  if (range <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(range / 4))
  return power * ([1, 2, 5, 10].find((times) => power * times >= range / 4) ?? 10)
}

/** Days of a week each have a label, longer spans one a week or every few weeks. */
const labelEvery = (count: number): number => (count <= 10 ? 1 : Math.ceil(count / 63) * 7)

/** `Thu 26` of a single week, else `26 Nov`. */
function shortDay(date: string, count: number): string {
  const [weekday = '', day = '', month = ''] = formatShortDay(date).split(' ')
  return count <= 7 ? `${weekday} ${day}` : `${day} ${month}`
}

function altText(days: readonly Day[]): string {
  const best = days.reduce((most, day) => (day.net > most.net ? day : most))
  const sum = (figure: 'net' | 'net_before') => days.reduce((total, day) => total + day[figure], 0)
  return [
    `Bars of ${String(days.length)} days.`,
    `Together ${formatDollars(sum('net'))}, before ${formatDollars(sum('net_before'))}.`,
    `The best day is ${dayText(best.date)} with ${formatDollars(best.net)}.`,
    'The table below has every figure.',
  ].join(' ')
}

const round = (value: number) => Math.round(value * 10) / 10
