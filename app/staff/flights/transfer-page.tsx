import { type FlightTransferOptions, type TransferParty } from '#contract/flight-transfer.ts'
import { formatDayAndYear } from '../../format/local-time.ts'
import { Failure } from '../../ui/notice.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { clockOf, pounds } from '../parts/unfit-words.ts'
import { toChoice, toGuests } from './transfer-view.ts'
import {
  describeClosed,
  describeObstacle,
  describeTarget,
  describeThen,
  nameTarget,
} from './transfer-words.ts'
import { type TransferData } from './transfer.server.ts'

interface TransferPageProps extends TransferData {
  failure: string | undefined
}

/** Moves guests of a flight to another one: all of them, which merges two flights, or some. */
export function TransferPage({ options, back, failure }: TransferPageProps) {
  return (
    <div className="wrap desk">
      <Head options={options} />
      <Failure text={failure} />
      {options.obstacle !== null ? (
        <NothingHere what={describeClosed(options)}>
          <a href={`/staff/flights/${String(options.flight_id)}`}>Back to the flight</a>
        </NothingHere>
      ) : options.parties.length === 0 ? (
        <NothingHere what="Nobody has paid for this flight, so nobody is to be moved.">
          <a href={`/staff/flights/${String(options.flight_id)}`}>Back to the flight</a>
        </NothingHere>
      ) : (
        <div className="desk-cols">
          <Targets options={options} back={back} />
          <Guests options={options} back={back} />
        </div>
      )}
    </div>
  )
}

function Head({ options }: { options: FlightTransferOptions }) {
  const { flight_code: code, product_name: product, timezone: zone, depart_at: at, date } = options
  const seats = options.parties.reduce((sum, one) => sum + one.seats, 0)
  const weight = options.parties.reduce((sum, one) => sum + one.weight_lbs, 0)
  return (
    <div className="desk-head">
      <div className="flight-title">
        <p className="sm">
          <a href={`/staff/flights?date=${date}`}>{formatDayAndYear(date)}</a>, {options.terminal_name}
        </p>
        <h1>
          Merge or split {code}, {product}
        </h1>
        <p>
          {`${clockOf(at, zone)}, ${options.registration}, ${options.pilot_name ?? 'no pilot'}. ` +
            `${String(seats)} of ${String(options.capacity)} seats, ${pounds(weight)} of ` +
            `${pounds(options.max_weight_lbs)} lb. `}
          <a href={`/staff/flights/${String(options.flight_id)}`}>Back to the flight</a>
        </p>
      </div>
    </div>
  )
}

type PartProps = TransferData

function Targets({ options, back }: PartProps) {
  const { moving, empties, targets } = options
  if (moving.parties.length === 0)
    return (
      <section className="desk-part" aria-labelledby="where">
        <h2 id="where">Where they fly</h2>
        <p className="muted">Nobody is ticked who could be moved.</p>
      </section>
    )
  const fits = targets.some(({ reasons }) => reasons.length === 0)
  return (
    <section className="desk-part" aria-labelledby="where">
      <h2 id="where">
        {empties ? 'Everybody flies with' : formatCount(moving.people, 'guest flies with', 'guests fly with')}
      </h2>
      {targets.length === 0 ? (
        <p>
          No other flight of this product has guests on this day. Untick some guests to see the other
          aircraft, or move a party from the page of its order.
        </p>
      ) : (
        <form method="post" className="stack">
          <input type="hidden" name="empties" value={empties ? 'yes' : 'no'} />
          {back === null ? null : <input type="hidden" name="back" value={back} />}
          {moving.parties.flatMap(toGuests).map((guest) => (
            <input key={guest} type="hidden" name="guest" value={guest} />
          ))}
          <fieldset>
            <legend className="flabel">Flight or aircraft</legend>
            <div className="board-pick">
              {targets.map((target) => (
                <label key={toChoice(target)}>
                  <input
                    type="radio"
                    name="to"
                    value={toChoice(target)}
                    disabled={target.reasons.length > 0}
                  />
                  <b>{nameTarget(target, options.timezone)}</b>
                  <small>{describeTarget(target, options)}</small>
                </label>
              ))}
            </div>
          </fieldset>
          <ul className="weather-then">
            {describeThen(options).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {fits ? (
            <div className="btn-row">
              <button type="submit" className="btn">
                {empties ? 'Merge the flights' : `Move ${formatCount(moving.people, 'guest', 'guests')}`}
              </button>
              <a className="btn second" href={`/staff/flights/${String(options.flight_id)}`}>
                Leave it
              </a>
            </div>
          ) : (
            <p>None of them takes these guests. Untick some, or call those who could fly another time.</p>
          )}
        </form>
      )}
    </section>
  )
}

/** Who moves, by ticks; the other part shows what they do. */
function Guests({ options, back }: PartProps) {
  const chosen = new Set(options.moving.parties.flatMap(toGuests))
  return (
    <aside className="card stack" aria-labelledby="who">
      <h2 id="who">Who moves</h2>
      <form method="get" className="form" aria-label="Who moves">
        {back === null ? null : <input type="hidden" name="back" value={back} />}
        {options.parties.map((party) => (
          <PartyBoxes key={party.order_id} party={party} chosen={chosen} />
        ))}
        <button type="submit" className="btn second small">
          See where they fit
        </button>
      </form>
      <p className="muted sm">
        With everybody ticked two flights become one. With some of them the flight is split: the others stay.
      </p>
    </aside>
  )
}

function PartyBoxes({ party, chosen }: { party: TransferParty; chosen: ReadonlySet<string> }) {
  const { order_id: id, order_number: number, people, obstacle } = party
  const order = String(id)
  const boxes =
    people.length === 0
      ? [{ value: order, name: formatCount(party.seats, 'guest', 'guests') }]
      : people.map((one) => ({ value: `${order}.${String(one.id)}`, name: nameOf(one) }))
  return (
    <fieldset>
      <legend className="flabel">
        {party.buyer}, <a href={`/staff/orders/${order}`}>{number}</a>,{' '}
        {`${formatCount(party.seats, 'seat', 'seats')}, ${pounds(party.weight_lbs)} lb`}
      </legend>
      {obstacle === null ? null : <p className="sm">{`Stays: ${describeObstacle(party)}.`}</p>}
      {boxes.map(({ value, name }) => (
        <label key={value} className="check">
          <input
            type="checkbox"
            name="guest"
            value={value}
            disabled={obstacle !== null}
            defaultChecked={chosen.has(order) || chosen.has(value)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

const nameOf = ({ full_name: name, checked_in: here }: TransferParty['people'][number]): string =>
  `${name === '' ? 'Not named yet' : name}${here ? ', checked in' : ''}`
