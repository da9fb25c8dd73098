import { formatDollars } from '../../format/format-dollars.ts'
import { splitTime } from '../../format/local-time.ts'
import { describeDivision, formatLeaving } from '../../selection/two-aircraft.ts'
import { pairValue } from '../sell/sell-state.ts'
import { listSlots } from './grid-words.ts'
import { type DayGrid } from './load-grid.server.ts'
import { SlotPress } from './slot-press.tsx'

/** Two departures of a flight that take the party together, where neither takes it alone. */
export function GridPairs({ grid }: { grid: DayGrid }) {
  const pairs = listSlots(grid.rows).flatMap((slot) => {
    const { two_aircraft: pair } = slot.departure
    return pair ? [{ slot, value: pairValue(slot.departure, pair.second) }] : []
  })
  if (pairs.length === 0) return null
  return (
    <section className="mt6" aria-labelledby="two">
      <h2 id="two">
        On two aircraft <span className="muted">within half an hour, in one order</span>
      </h2>
      <ol className="next slots">
        {pairs.map(({ slot, value }) => (
          <li key={value}>
            <SlotPress grid={grid} slot={slot} value={value}>
              <Pair slot={slot} />
            </SlotPress>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Pair({ slot: { row, departure } }: { slot: ReturnType<typeof listSlots>[number] }) {
  const { clock, half } = splitTime(departure.local_time)
  const price = departure.party_price_total
  return (
    <>
      <span className="num" aria-hidden="true">
        {clock}
        <small>{half}</small>
      </span>
      <span className="vh">{formatLeaving(departure)} </span>
      <b>{row.product_name}</b>
      <b>{price === null ? '' : formatDollars(price)}</b>
      <span className="line">
        <span>{describeDivision(departure)}</span>
        <span className="muted">{`${row.terminal_name}, ${departure.timezone_label}`}</span>
      </span>
    </>
  )
}
