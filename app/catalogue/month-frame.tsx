import { type ComponentPropsWithRef, type ReactNode } from 'react'
import { type AvailabilityMonth } from '#contract/availability.ts'
import { monthGrid, type MonthDay } from './month-grid.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

interface MonthFrameProps {
  month: AvailabilityMonth
  caption: ReactNode
  /** Renders the content of a day's cell. */
  cell: (day: MonthDay) => ReactNode
  /** Attributes of the table. */
  grid?: ComponentPropsWithRef<'table'>
}

/** A month as a table of weeks that begin on Sunday. */
export function MonthFrame({ month, caption, cell, grid }: MonthFrameProps) {
  return (
    <table className="cal" {...grid}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthGrid(month).map((week, index) => (
          <tr key={week.find((day) => day)?.date ?? index}>
            {week.map((day, column) => (
              <td key={day?.date ?? column}>{day ? cell(day) : null}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A day without departures, or whose sales have closed. */
export function ClosedDay({ day }: { day: MonthDay }) {
  return (
    <span>
      <b>{Number(day.date.slice(8))}</b>
      <small className="vh">{day.status === 'past' ? 'sales have closed' : 'no flights'}</small>
    </span>
  )
}

export const isClosed = ({ status }: MonthDay) => status === 'none' || status === 'past'
