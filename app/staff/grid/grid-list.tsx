import { formatDollars } from '../../format/format-dollars.ts'
import { formatTime, splitTime } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { StaffState } from '../parts/staff-state.tsx'
import { describeParty, describeRoom, findReason, fits, type GridSlot, listSlots } from './grid-words.ts'
import { type DayGrid } from './load-grid.server.ts'
import { SlotPress } from './slot-press.tsx'

/** The same day for phones: what takes the party, and folded what does not. */
export function GridList({ grid }: { grid: DayGrid }) {
  const slots = listSlots(grid.rows)
  const open = slots.filter(fits)
  const others = slots.filter((slot) => !fits(slot))
  return (
    <section className="grid-list" aria-labelledby="takes">
      <h2 id="takes">
        {`${formatCount(open.length, 'departure takes', 'departures take')} ${describeParty(grid.view)}`}
      </h2>
      <ol className="next slots">
        {open.map((slot) => (
          <li key={keyOf(slot)}>
            <SlotPress grid={grid} slot={slot}>
              <Entry slot={slot} />
            </SlotPress>
          </li>
        ))}
      </ol>
      {others.length === 0 ? null : (
        <details>
          <summary>{`${formatCount(others.length, 'departure does', 'departures do')} not`}</summary>
          <ol className="next slots">
            {others.map((slot) => (
              <li key={keyOf(slot)}>
                <div>
                  <Entry slot={slot} />
                </div>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

const keyOf = ({ departure }: GridSlot) => `${String(departure.departure_id)} ${departure.depart_at}`

function Entry({ slot: { row, departure } }: { slot: GridSlot }) {
  const reason = findReason(departure, row.sold_as)
  const { clock, half } = splitTime(departure.local_time)
  const price = departure.party_price_total
  return (
    <>
      <span className="num" aria-hidden="true">
        {clock}
        <small>{half}</small>
      </span>
      <span className="vh">{formatTime(departure.local_time)} </span>
      <b>{row.product_name}</b>
      <b>{price === null ? '' : formatDollars(price)}</b>
      <span className="line">
        {reason ? (
          <StaffState shape={reason.shape}>{reason.text}</StaffState>
        ) : (
          <span>
            {`${describeRoom(departure, row.sold_as)}, ` +
              `${departure.payload_left_lbs.toLocaleString('en-US')} lb`}
          </span>
        )}
        <span className="muted">{`${row.terminal_name}, ${departure.timezone_label}`}</span>
      </span>
    </>
  )
}
