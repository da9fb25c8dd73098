import { type ReactNode } from 'react'
import { withType } from '#contract/passenger-type-words.ts'
import { countPeople } from '#contract/count-people.ts'
import { type Order, type OrderFlight } from '#contract/order.ts'
import { type Place } from '#contract/enums.ts'
import { ProductPicture } from '../pictures/product-picture.tsx'
import { listDayStops, getPartOfDay, terminalTime } from './flight-day.ts'
import { formatDay, formatDayAndYear, formatTime, splitTime } from '../format/local-time.ts'
import { describeOnHold } from '../format/on-hold.ts'
import { TagChips } from '../catalogue/tag-chips.tsx'
import { mapHref } from '../catalogue/map-href.ts'
import { QrCode } from '../ui/qr-code.tsx'
import { useShellData } from '../visit/shell-data.ts'

export interface TicketProps {
  order: Pick<Order, 'number' | 'quantity' | 'quantity_type' | 'passengers'> & Partial<Pick<Order, 'status'>>
  /** The orders that are checked in with it, each by its own code; none where nobody checks in. */
  orderIds: readonly number[]
  flight: OrderFlight
  place: Place
}

/** The ticket, which passengers save or print: the time is set in the largest type. */
export function Ticket({ order, orderIds, flight, place }: TicketProps) {
  // A delayed flight leaves at its new time; what was sold stands beside it.
  const times = flight.delay ?? flight
  const { clock, half } = splitTime(times.local_time)
  const { passenger_ids: ids } = flight
  const people = ids ? order.passengers.filter(({ id }) => ids.includes(id)) : order.passengers
  return (
    <article className="ticket" aria-label="Your flight">
      <div className="art">
        <ProductPicture photo={flight} place={place} tags={flight.tags} product={flight.product_id} eager />
      </div>
      <div className="ticket-in">
        <p className="eyebrow">{formatDayAndYear(flight.local_date)}</p>
        {flight.on_hold ? (
          <p className="chip warn">On hold</p>
        ) : flight.delay ? (
          <p className="chip warn">New time</p>
        ) : null}
        <time className="t t-xl" dateTime={times.depart_at}>
          {clock}
          <small>
            {' '}
            {half} {flight.timezone_label}
          </small>
        </time>
        <OnHoldLine flight={flight} />
        <DelayLine flight={flight} />
        {flight.tags.length > 0 ? (
          <p className="chips">
            <TagChips tags={flight.tags} />
          </p>
        ) : null}
        <dl className="kv">
          <Fact name="Flight">{flight.product_name}</Fact>
          <Fact name="Be there by">{terminalTime(times.check_in_at, flight)}</Fact>
          <Fact name={order.quantity_type === 'seat' ? 'Seats' : 'Guests'}>
            {ids ? people.length : countPeople(order)}
          </Fact>
          <Fact name="Passengers">
            {people.map((passenger) => (
              <span key={passenger.id} className="line">
                {withType(passenger.full_name, passenger.passenger_type)}
              </span>
            ))}
          </Fact>
          <Fact name="From">
            <span className="line">{flight.terminal_name}</span>
            <span className="line address">{flight.terminal_address}</span>
            <a href={mapHref(flight)} rel="noopener noreferrer">
              Map and parking
            </a>
          </Fact>
          <Fact name="Order">
            <span className="order-number">{order.number}</span>
          </Fact>
        </dl>
        {isAhead(flight) ? <CheckInCodes orderIds={orderIds} /> : null}
      </div>
    </article>
  )
}

const OVER: readonly OrderFlight['status'][] = ['departed', 'landed', 'called_off']
const isAhead = ({ status }: OrderFlight) => !OVER.includes(status)

/**
 * What staff scan at check-in: the address of the order by its number. It is no secret, because
 * tickets are photographed and shared; whoever opens it has to log in.
 */
function CheckInCodes({ orderIds }: Pick<TicketProps, 'orderIds'>) {
  const origin = useShellData()?.origin
  if (origin === undefined) return null
  return orderIds.map((id) => (
    <figure key={id} className="ticket-code">
      <QrCode text={`${origin}/orders/${String(id)}`} label={`The code of order O-${String(id)}`} />
      <figcaption>Show this at check-in{orderIds.length > 1 ? `, order O-${String(id)}` : ''}.</figcaption>
    </figure>
  ))
}

/** The weather may keep a flight from leaving: when that is decided. */
function OnHoldLine({ flight }: Pick<TicketProps, 'flight'>) {
  return flight.on_hold ? (
    <p className="sm">{describeOnHold(flight.on_hold.decide_at, flight.timezone)}</p>
  ) : null
}

/** By how much a flight is delayed, why, and that moving it is free meanwhile. */
function DelayLine({ flight }: Pick<TicketProps, 'flight'>) {
  const { delay } = flight
  if (!delay) return null
  const ahead = isAhead(flight) && flight.status !== 'boarding'
  const why = [DELAY_REASONS[delay.reason], delay.words?.replace(/\.$/, '') ?? ''].filter(Boolean).join('. ')
  const text =
    `${String(delay.minutes)} minutes later than ${terminalTime(flight.depart_at, flight)}: ${why}. ` +
    `We are sorry.${ahead ? ' Until it boards you may move it without a fee.' : ''}`
  return <p className="sm">{text}</p>
}

const DELAY_REASONS: Record<NonNullable<OrderFlight['delay']>['reason'], string> = {
  late_aircraft: 'the aircraft comes in late',
  weather: 'the weather does not let us leave in time',
  pilot: 'the pilot comes in late',
  air_traffic: 'air traffic control lets us leave later',
  other: '',
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/**
 * The schedules at the terminal. A party on two aircraft has one for each time at which some of it
 * leave, and aircraft that leave together share theirs.
 */
export function DayClocks({ flights }: { flights: readonly OrderFlight[] }) {
  const leaving = new Map(flights.map((flight) => [(flight.delay ?? flight).depart_at, flight]))
  return [...leaving].map(([at, flight]) => (
    <DayClock key={at} flight={flight} isOneOfSeveral={leaving.size > 1} />
  ))
}

/** The schedule at the terminal, stop by stop; one of several says for which flight it is. */
function DayClock({ flight, isOneOfSeveral }: { flight: OrderFlight; isOneOfSeveral: boolean }) {
  const id = isOneOfSeveral ? `your-day-${String(flight.flight_id)}` : 'your-day'
  const { local_time: time } = flight.delay ?? flight
  return (
    <section aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>
          Your {getPartOfDay(time)}
          {isOneOfSeveral ? `: ${formatTime(time)}, ${formatDay(flight.local_date)}` : null}
        </h2>
      </div>
      <ol className="clockline v">
        {listDayStops(flight).map((stop) => {
          const { clock, half } = splitTime(stop.time)
          return (
            <li key={stop.title}>
              <time className="t t-m" dateTime={stop.instant}>
                {clock}
                <small> {half}</small>
              </time>
              <div>
                <h3>{stop.title}</h3>
                <p>{stop.text}</p>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
