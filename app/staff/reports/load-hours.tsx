import { type ReportOverview } from '#contract/report.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { hourText, WEEKDAYS } from './overview-text.ts'

type Hour = ReportOverview['hours'][number]

const loadOf = ({ seats, seats_sold: sold }: Pick<Hour, 'seats' | 'seats_sold'>): number =>
  Math.round((sold / seats) * 100)

/** From these percentages on a cell has the next shade. */
const SHADES = [0, 25, 45, 60, 75, 90]
const shadeOf = (load: number): number => SHADES.findLastIndex((from) => load >= from)

/** The load by weekday and hour as a table, shaded so that full hours stand out. */
export function LoadHours({ hours }: { hours: readonly Hour[] }) {
  if (hours.length === 0) return <p className="muted">No aircraft left with passengers in these days.</p>
  const columns = listHours(hours)
  const cells = new Map(hours.map((cell) => [`${String(cell.weekday)} ${String(cell.hour)}`, cell]))
  return (
    <>
      <p className="sm muted">{describeLoad(hours)}</p>
      <ScrollRegion label="Load by weekday and hour, a table">
        <table className="heat">
          <caption className="vh">Percentage of seats sold, by weekday and hour of departure</caption>
          <thead>
            <tr>
              <td />
              {columns.map((hour) => (
                <th key={hour} scope="col">
                  {hourText(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.slice(1).map((name, at) => (
              <tr key={name}>
                <th scope="row">{name.slice(0, 3)}</th>
                {columns.map((hour) => (
                  <Cell key={hour} cell={cells.get(`${String(at + 1)} ${String(hour)}`)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  )
}

function Cell({ cell }: { cell: Hour | undefined }) {
  if (!cell) return <td className="none">–</td>
  const load = loadOf(cell)
  return <td className={`shade-${String(shadeOf(load))}`}>{load}</td>
}

/** All hours between the first and the last departure. */
function listHours(hours: readonly Hour[]): number[] {
  const known = hours.map(({ hour }) => hour)
  const first = Math.min(...known)
  return Array.from({ length: Math.max(...known) - first + 1 }, (_, at) => first + at)
}

/** Where people are turned away, and where there is room. */
function describeLoad(hours: readonly Hour[]): string {
  const fullest = hours.reduce((most, cell) => (loadOf(cell) > loadOf(most) ? cell : most))
  const day = WEEKDAYS[fullest.weekday] ?? ''
  const seats = `${formatPercent(loadOf(fullest))} of the seats`
  const most = `Fullest on ${day} at ${hourText(fullest.hour)} with ${seats}.`
  const [emptiest] = sumWeekdays(hours).toSorted((a, b) => a.load - b.load)
  if (!emptiest || sumWeekdays(hours).length < 2) return most
  return `${most} Most room on ${WEEKDAYS[emptiest.weekday] ?? ''} with ${formatPercent(emptiest.load)}.`
}

function sumWeekdays(hours: readonly Hour[]) {
  return [...new Set(hours.map(({ weekday }) => weekday))].map((weekday) => {
    const own = hours.filter((cell) => cell.weekday === weekday)
    const sum = (figure: 'seats' | 'seats_sold') => own.reduce((total, cell) => total + cell[figure], 0)
    return { weekday, load: loadOf({ seats: sum('seats'), seats_sold: sum('seats_sold') }) }
  })
}
