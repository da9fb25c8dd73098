import { withType } from '#contract/passenger-type-words.ts'
import { type Order, type OrderFlight, type OrderGift, type OrderItem } from '#contract/order.ts'
import { type OrderFile, type OrderFilePassenger } from '#contract/order-file.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { formatDay, formatTime, splitTime, toLocalTime } from '../../format/local-time.ts'
import { FLIGHT_STATUS } from '../parts/flight-status-text.ts'
import { StaffTable } from '../parts/staff-table.tsx'
import { countPeople } from './order-words.ts'

interface OrderBookingProps {
  order: Order
  passengers: OrderFile['passengers']
  zone: string
}

/** The flights of an order with their passengers, or its gift cards. */
export function OrderBooking({ order, passengers, zone }: OrderBookingProps) {
  const gifts = order.order_items.filter(({ gift }) => gift)
  return (
    <section className="desk-part" aria-labelledby="booking">
      <h2 id="booking">Booking</h2>
      {order.flights.length === 0 ? null : (
        <ol className="next">
          {order.flights.map((flight) => (
            <FlightRow key={flight.flight_id} flight={flight} order={order} />
          ))}
        </ol>
      )}
      {passengers.length === 0 ? null : (
        <StaffTable label="Passengers" heads={HEADS} caption="Passengers" stacked>
          {passengers.map((one, at) => (
            <PassengerRow
              key={one.id}
              passenger={one}
              number={at + 1}
              flight={findSplitFlight(order, one)}
              zone={zone}
            />
          ))}
        </StaffTable>
      )}
      {gifts.map((item) => (
        <GiftCards key={item.id} item={item} zone={zone} />
      ))}
    </section>
  )
}

const HEADS = ['Passenger', 'Weight', 'Waiver', 'Check-in'] as const

/** The words of a flight's state that are worth a colour. */
const TONES: Readonly<Record<string, string>> = {
  boarding: 'here',
  departed: 'in-air',
  landed: 'done',
  delayed: 'late',
  called_off: 'off',
}

function FlightRow({ flight, order }: { flight: OrderFlight; order: Order }) {
  const { clock, half } = splitTime(flight.local_time)
  const people = flight.passenger_ids?.length ?? countPeople(order)
  const unit =
    order.quantity_type === 'flight' ? 'whole aircraft' : people === 1 ? '1 seat' : `${String(people)} seats`
  return (
    <li>
      <a href={`/staff/flights/${String(flight.flight_id)}`}>
        <span className="num">
          {clock}
          <small>{half}</small>
        </span>
        <b>
          {flight.product_name}, {formatDay(flight.local_date)}
        </b>
        <b>{unit}</b>
        <span className="line">
          <span className="muted">
            {flight.flight_code} · {flight.terminal_name} · check-in{' '}
            {formatTime(toLocalTime(flight.check_in_at, flight.timezone))} {flight.timezone_label}
          </span>
          {flight.status === undefined ? null : (
            <span className={['st', TONES[flight.status] ?? ''].join(' ').trim()}>
              {FLIGHT_STATUS[flight.status].text}
            </span>
          )}
        </span>
      </a>
    </li>
  )
}

/** The flight of a passenger whose party is on several; undefined where all fly together. */
const findSplitFlight = ({ flights }: Order, { id }: OrderFilePassenger): OrderFlight | undefined =>
  flights.length < 2 ? undefined : flights.find(({ passenger_ids: ids }) => ids?.includes(id))

interface PassengerRowProps {
  passenger: OrderFilePassenger
  number: number
  flight: OrderFlight | undefined
  zone: string
}

function PassengerRow({ passenger, number, flight, zone }: PassengerRowProps) {
  const { full_name: name, passenger_type: type } = passenger
  const { weight_given: told, waiver_signed_at: signed } = passenger
  return (
    <tr>
      <th scope="row">
        {withType(name || `Passenger ${String(number)}, no name yet`, type)}
        {flight === undefined ? null : (
          <small>
            {formatTime(flight.local_time)}, {flight.flight_code}
          </small>
        )}
      </th>
      <td data-label="Weight">{told ? 'Given' : <span className="st late">Missing</span>}</td>
      <td data-label="Waiver">
        {signed ? <span className="st ok">Signed</span> : <span className="st late">Missing</span>}
      </td>
      <td data-label="Check-in">
        <BoardingState passenger={passenger} zone={zone} />
      </td>
    </tr>
  )
}

function BoardingState({
  passenger: { boarding, boarded_at: at },
  zone,
}: {
  passenger: OrderFilePassenger
  zone: string
}) {
  if (boarding === null) return <>Not yet</>
  if (boarding === 'no_show') return <span className="st off">Did not come</span>
  return <span className="st ok">{at ? formatTime(toLocalTime(at, zone)) : 'Checked in'}</span>
}

/** The words for the state of a gift card. */
const CARD_STATES: Readonly<Record<OrderGift['cards'][number]['status'], string>> = {
  available: 'not used yet',
  reserved: 'in a sale',
  redeemed: 'used',
  frozen: 'frozen',
  void: 'void',
  expired: 'expired',
}

function GiftCards({ item: { name, quantity, gift }, zone }: { item: OrderItem; zone: string }) {
  if (!gift) return null
  return (
    <>
      <p>
        <strong>
          {quantity} × {name}
        </strong>{' '}
        {gift.recipient_email ? `for ${gift.recipient_email}` : 'for the buyer'}
        {gift.sent_at ? `, mailed ${formatDateTime(gift.sent_at, zone)}` : ''}
      </p>
      {gift.cards.length === 0 ? null : (
        <ul className="desk-notes muted">
          {gift.cards.map(({ id, code_tail: tail, status }) => (
            <li key={id}>
              Card ending {tail}: {CARD_STATES[status]}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
