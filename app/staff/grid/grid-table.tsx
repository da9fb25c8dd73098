import { type GridRow } from '#contract/sale-grid.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatTime } from '../../format/local-time.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { describeSellers } from '../today/sellers.ts'
import { describeRoom, findReason, type GridSlot, inColumn, listColumns } from './grid-words.ts'
import { type DayGrid } from './load-grid.server.ts'
import { SlotPress } from './slot-press.tsx'

/** The day by product and time, for screens with room. */
export function GridTable({ grid }: { grid: DayGrid }) {
  const { rows } = grid
  const columns = listColumns(rows)
  const terminals = [...new Map(rows.map((row) => [row.terminal_id, row.terminal_name]))]
  return (
    <ScrollRegion label="Grid of the day">
      <table className="table day-grid">
        <caption className="vh">
          Departures by product and time: what is left, and the price for the party. A press holds the seats
          and starts the sale.
        </caption>
        <thead>
          <tr>
            <th scope="col">Product</th>
            {columns.map(({ begin, isRest }) => (
              <th scope="col" key={begin}>
                {formatTime(begin)}
                {isRest ? ' and later' : ''}
              </th>
            ))}
          </tr>
        </thead>
        {terminals.map(([id, name]) => (
          <tbody key={id}>
            <tr className="sub">
              <th scope="rowgroup">{name}</th>
              <td colSpan={columns.length} />
            </tr>
            {rows
              .filter((row) => row.terminal_id === id)
              .map((row) => (
                <tr key={row.product_id}>
                  <th scope="row">
                    {row.product_name}
                    <small>{describeRow(grid, row)}</small>
                  </th>
                  {columns.map((column) => (
                    <td key={column.begin}>
                      {inColumn(row, column).map((departure) => (
                        <Slot key={departure.depart_at} grid={grid} slot={{ row, departure }} />
                      ))}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  )
}

/** `Loft & Rotor, 25 min` */
function describeRow({ brandNames, view }: Pick<DayGrid, 'brandNames' | 'view'>, row: GridRow): string {
  const sellers = describeSellers(row, brandNames)
  const how = row.sold_as === 'flight' && view.as === 'seat' ? 'whole aircraft' : ''
  return [sellers, how, `${String(row.flight_duration_mins)} min`].filter((part) => part !== '').join(', ')
}

function Slot({ grid, slot }: { grid: DayGrid; slot: GridSlot }) {
  const { row, departure } = slot
  const reason = findReason(departure, row.sold_as)
  const price = departure.party_price_total
  const clock = (
    <>
      <b>{formatTime(departure.local_time)}</b>
      <span className="vh">{`, ${row.product_name}, `}</span>
    </>
  )
  const zone = departure.timezone_label
  const isAway = zone !== grid.rows[0]?.departures[0]?.timezone_label
  if (reason) {
    return (
      <span className="slot off">
        {clock}
        {price === null ? null : <span>{formatDollars(price)}</span>}
        <StaffState shape={reason.shape}>{reason.text}</StaffState>
        {isAway ? <span>{zone}</span> : null}
      </span>
    )
  }
  return (
    <SlotPress grid={grid} slot={slot} className="slot">
      {clock}
      <span>{describeRoom(departure, row.sold_as)}</span>
      <span>{`${departure.payload_left_lbs.toLocaleString('en-US')} lb`}</span>
      <span>{formatDollars(price ?? 0)}</span>
      {isAway ? <span>{zone}</span> : null}
    </SlotPress>
  )
}
