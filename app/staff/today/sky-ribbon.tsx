import { type StaffDay, type StaffDayFlight } from '#contract/staff-day.ts'
import { formatTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { formatDistance } from './task-words.ts'

const WIDTH = 1200
const HEIGHT = 96
const QUARTER = 15
const QUARTERS_A_DAY = 96
/** The ribbon shows at least six in the morning to eight in the evening. */
const FIRST = 24
const LAST = 80

/** The columns of the ribbon in which its times may begin; the last of its twenty belong to the words. */
const LAST_COLUMN = 17
const COLUMNS = 20

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Colours of the sky, by minutes from sunrise or to sunset. */
const MORNING = [
  [-60, '#070d2c'],
  [-30, '#3d2b5c'],
  [0, '#b5562f'],
  [40, '#3d6d99'],
] as const
const EVENING = [
  [-80, '#3b6285'],
  [-30, '#a8622a'],
  [0, '#b2401a'],
  [28, '#5a2b5e'],
  [66, '#141a48'],
  [110, '#070d2c'],
] as const
const NOON = '#2a6299'

type Terminal = StaffDay['terminals'][number]

interface SkyRibbonProps {
  flights: StaffDayFlight[]
  terminal: Terminal
  now: string
}

/** The day as its sky: how full each quarter of an hour is, and how long the light lasts. */
export function SkyRibbon({ flights, terminal, now }: SkyRibbonProps) {
  const { timezone: zone, sunrise, sunset, last_light: lastLight } = terminal
  if (sunrise === null || sunset === null) return null
  const clock = (instant: string) => toLocalTime(instant, zone)
  const [rise, set] = [minutesOf(clock(sunrise)), minutesOf(clock(sunset))]
  const bars = countByQuarter(flights)
  const quarters = [...bars.keys()]
  const first = Math.min(FIRST, ...quarters)
  const last = Math.max(LAST, ...quarters.map((one) => one + 1))
  const x = (minutes: number) => Math.round(((minutes / QUARTER - first) / (last - first)) * WIDTH)
  const share = (minutes: number) => Math.min(1, Math.max(0, x(minutes) / WIDTH)).toFixed(3)
  const column = (minutes: number) =>
    `at-${String(Math.min(LAST_COLUMN, Math.round(Number(share(minutes)) * COLUMNS) + 1))}`
  const isToday = toLocalDate(now, zone) === toLocalDate(sunset, zone)
  const here = minutesOf(clock(now))
  const most = Math.max(1, ...bars.values())
  const noon: readonly [number, string] = [(rise + set) / 2, NOON]
  const stops = [
    ...MORNING.map(([from, color]) => [rise + from, color] as const),
    noon,
    ...EVENING.map(([from, color]) => [set + from, color] as const),
  ]
  return (
    <section aria-label="Daylight" className="sky-part">
      <div className="sky">
        <svg
          viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={describeRibbon(bars, formatTime(clock(sunset)))}
        >
          <defs>
            <linearGradient id="sky">
              {stops.map(([minutes, color]) => (
                <stop key={minutes} offset={share(minutes)} stopColor={color} />
              ))}
            </linearGradient>
          </defs>
          <rect width={WIDTH} height={HEIGHT} fill="url(#sky)" />
          {[...bars].map(([quarter, people]) => {
            const height = Math.round((people / most) * (HEIGHT - 18))
            return (
              <rect
                key={quarter}
                x={x(quarter * QUARTER)}
                y={HEIGHT - height}
                width={Math.max(3, x(QUARTER) - x(0) - 6)}
                height={height}
                fill="#fff"
                opacity={isToday && quarter * QUARTER + QUARTER <= here ? 0.5 : undefined}
              />
            )
          })}
          {isToday ? <rect x={x(here)} width={4} height={HEIGHT} fill="#f2a541" /> : null}
        </svg>
      </div>
      <dl className="sun">
        <div className={column(rise)}>
          <dt>Sunrise</dt>
          <dd>{formatTime(clock(sunrise))}</dd>
        </div>
        {isToday ? (
          <div className={column(here)}>
            <dt>Now</dt>
            <dd>{formatTime(clock(now))}</dd>
          </div>
        ) : null}
        <div className={column(set)}>
          <dt>Sunset{isToday ? `, ${formatDistance(sunset, now)}` : ''}</dt>
          <dd>
            {formatTime(clock(sunset))}
            {lastLight === null ? '' : `, last light ${formatTime(clock(lastLight))}`}
          </dd>
        </div>
      </dl>
    </section>
  )
}

/** The passengers who leave in each quarter of an hour of the day. */
function countByQuarter(flights: readonly StaffDayFlight[]): Map<number, number> {
  const bars = new Map<number, number>()
  for (const { status, local_time: time, seats_sold: people } of flights) {
    if (status === 'called_off' || people === 0) continue
    const quarter = Math.min(QUARTERS_A_DAY - 1, Math.floor(minutesOf(time) / QUARTER))
    bars.set(quarter, (bars.get(quarter) ?? 0) + people)
  }
  return bars
}

function describeRibbon(bars: Map<number, number>, sunset: string): string {
  const [fullest] = [...bars].toSorted(([, a], [, b]) => b - a)
  if (!fullest) return `The light of the day. Sunset is at ${sunset}.`
  const [quarter, people] = fullest
  const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * QUARTER]
  const time = formatTime(`${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
  return (
    `Passengers leaving in each quarter of an hour: most at ${time}, ${String(people)}. ` +
    `Sunset is at ${sunset}.`
  )
}
