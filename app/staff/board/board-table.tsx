import { type BoardFlight, type FlightBoard } from '#contract/flight-board.ts'
import { formatTime, splitTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { formatNightZone } from '../../format/night-zone.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import script from '../../enhancers/board.js?url'
import { formatCount } from '../parts/count-noun.ts'
import { StaffState } from '../parts/staff-state.tsx'
import { pounds } from '../parts/unfit-words.ts'
import {
  type BoardCell,
  type BoardHours,
  COLUMN_MINUTES,
  findColumn,
  findHours,
  HOUR_COLUMNS,
  layOutFlights,
  listHours,
} from './board-rows.ts'
import { listAircraftRows, listPilotRows, type BoardRow } from './board-row-lists.ts'
import { panelHref } from './board-view.ts'
import { countTaken, describeFlight, describeLight, shortName } from './board-words.ts'
import { type DayBoard } from './load-board.server.ts'

interface TableProps {
  day: DayBoard
  terminal: FlightBoard['terminals'][number]
  by: 'aircraft' | 'pilot'
}

/** The day of a terminal: a row for each aircraft or pilot, and a column for five minutes. */
export function BoardTable({ day, terminal, by }: TableProps) {
  const { view, now } = day
  const flights = day.flights.filter(({ terminal_id: id }) => id === terminal.id)
  const hours = findHours(flights)
  const { timezone: zone } = terminal
  const isToday = toLocalDate(now, zone) === view.date
  const clock = toLocalTime(now, zone)
  const nowColumn = isToday ? findColumn(clock, hours) : undefined
  const { rows, idle } =
    by === 'aircraft'
      ? listAircraftRows(day.board, { flights, terminal, date: view.date })
      : listPilotRows(day.board, { flights, zone })
  return (
    <section className="stack" aria-labelledby={`board-${String(terminal.id)}`}>
      <div>
        <h2 id={`board-${String(terminal.id)}`}>{terminal.name}</h2>
        <p className="muted sm">{describeLight(terminal, `${view.date}T17:00:00Z`)}</p>
      </div>
      <ScrollRegion label={`Board of ${terminal.name}, scrolls sideways`}>
        <table className="day-board" data-board="" data-script={script}>
          <caption className="vh">
            {`Flights by ${by}, ${String(COLUMN_MINUTES)} minutes a column. ` +
              'The same day stands under List as a list.'}
          </caption>
          <Columns hours={hours} now={nowColumn} />
          <thead>
            <tr>
              <td />
              {listHours(hours).map((hour) => (
                <th key={hour} scope="col" colSpan={HOUR_COLUMNS}>
                  {formatTime(hour).replace(':00', '')}
                  {nowColumn !== undefined && hour.slice(0, 2) === clock.slice(0, 2) ? (
                    <b className="now">, now {formatTime(clock)}</b>
                  ) : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} day={day} hours={hours} by={by} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {idle === '' ? null : <p className="muted sm">{idle}</p>}
    </section>
  )
}

/** One of them is now, and marked. */
function Columns({ hours, now }: { hours: BoardHours; now: number | undefined }) {
  const all = hours.end - hours.begin
  const before = now ?? all
  return (
    <colgroup>
      <col className="board-names" />
      {before > 0 ? <col span={before} /> : null}
      {now === undefined ? null : <col className="board-now" />}
      {now === undefined || now + 1 === all ? null : <col span={all - now - 1} />}
    </colgroup>
  )
}

interface RowProps {
  row: BoardRow
  day: DayBoard
  hours: BoardHours
  by: 'aircraft' | 'pilot'
}

function Row({ row, day, hours, by }: RowProps) {
  const lines = layOutFlights(row.flights, hours, row.out)
  return lines.map((cells, at) => (
    <tr key={`${row.id} ${String(at)}`}>
      {at > 0 ? null : (
        <th scope="row" rowSpan={lines.length > 1 ? lines.length : undefined}>
          <b>{row.name}</b>
          {row.open > 0 ? (
            <StaffState shape="bad">{formatCount(row.open, 'flight', 'flights')}</StaffState>
          ) : null}
          {row.facts.map((fact) => (
            <small key={fact}>{fact}</small>
          ))}
        </th>
      )}
      {cells.map((cell, index) => (
        <Cell key={index} cell={cell} row={row} day={day} by={by} />
      ))}
    </tr>
  ))
}

function Cell({ cell, row, day, by }: Omit<RowProps, 'hours'> & { cell: BoardCell }) {
  const { kind, columns } = cell
  switch (kind) {
    case 'free':
      return <td colSpan={columns} />
    case 'ground':
      return <td className="x" colSpan={columns} />
    case 'out':
      return (
        <td className="oos" colSpan={columns}>
          <span>{cell.text}</span>
        </td>
      )
    case 'tight':
      return (
        <td className="x tight" colSpan={columns}>
          <span className="vh">On the ground </span>
          <b>{Math.max(0, cell.minutes)}</b>
          <span className="vh"> minutes, needs {cell.needed}</span>
        </td>
      )
    case 'flight':
      return (
        <td className={row.open > 0 ? 'fl open' : 'fl'} colSpan={columns}>
          <Flight flight={cell.flight} day={day} by={by} />
        </td>
      )
  }
}

function Flight({ flight, day, by }: { flight: BoardFlight; day: DayBoard; by: RowProps['by'] }) {
  const { clock, half } = splitTime(flight.local_time)
  const state = describeFlight(flight)
  const taken = countTaken(flight)
  const isDone = flight.status === 'landed' || flight.status === 'called_off'
  return (
    <a
      href={panelHref(day.view, flight.id)}
      className={isDone ? 'flown' : undefined}
      aria-current={flight.id === day.selected?.id ? 'true' : undefined}
    >
      <b>
        <span>
          {clock}
          {formatNightZone(flight.depart_at, flight.timezone)}
          <span className="vh"> {half}, </span>
        </span>
        <span>
          {taken}/{flight.capacity}
        </span>
      </b>
      <meter min={0} max={flight.capacity} value={taken} aria-hidden="true" />
      <span>{flight.product_name}</span>
      <span>{pounds(flight.weight_lbs)} lb</span>
      <span>{by === 'aircraft' ? shortName(flight.pilot_name) : flight.registration}</span>
      <StaffState shape={state.shape}>{state.text}</StaffState>
      {flight.manifest_changed ? (
        <span className="mark" title="Manifest changed after printing">
          <span className="vh">Manifest </span>changed
        </span>
      ) : null}
    </a>
  )
}
