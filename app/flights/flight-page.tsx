import { withType } from '#contract/passenger-type-words.ts'
import { Place } from '#contract/enums.ts'
import { type AccountFlightDetail } from '#contract/flight.ts'
import { type OrderPassenger } from '#contract/passenger.ts'
import { AccountNav } from '../account/account-nav.tsx'
import { terminalTime } from './flight-day.ts'
import { formatDayAndYear } from '../format/local-time.ts'
import { DayClocks, Ticket } from './ticket.tsx'
import { telHref } from '../visit/shell-data.ts'
import { FlightLight } from './flight-daylight.tsx'
import { FlightPhotos } from './flight-photos.tsx'
import { FlightStatusChip } from './flight-status.tsx'
import { FlightDirections } from './flight-route.tsx'

export interface FlightPageProps {
  flight: AccountFlightDetail
  /**
   * For each order with seats on it, which passengers have given their details; empty if the
   * service does not know.
   */
  parties: { orderId: number; passengers: OrderPassenger[]; open: boolean }[]
  /** False for a guest, who sees the page without the account's navigation. */
  account: boolean
  contact: { phone: string; email: string }
}

/**
 * A flight for its passengers: place and time, who is ready, the daylight; afterwards its photos.
 */
export function FlightPage({ flight, parties, account, contact }: FlightPageProps) {
  const over = flight.status === 'landed' || flight.status === 'departed'
  const off = flight.status === 'called_off'
  return (
    <div className="wrap section order-page">
      {account ? <AccountNav current="flights" within /> : null}
      <FlightHead flight={flight} />
      <FlightStateNotice flight={flight} contact={contact} />
      {off ? null : (
        <Ticket
          order={orderOf(flight, parties)}
          orderIds={flight.orders.map(({ id }) => id)}
          flight={flight}
          place={Place.catch('manhattan').parse(flight.place)}
        />
      )}
      <FlightActions flight={flight} calendar={!over && !off} />
      <div className="with-rail order-body">
        <div className="order-parts">
          <FlightPhotos photos={flight.photos} hrefOf={({ id }) => photoHref(flight, id)} />
          {flight.status === 'landed' && flight.photos.length === 0 ? <NoPhotos /> : null}
          {over || off ? null : (
            <>
              {parties.map((party) => (
                <Party key={party.orderId} party={party} />
              ))}
              <DayClocks flights={[flight]} />
              <FlightDirections flight={flight} />
              <FlightLight flight={flight} />
            </>
          )}
        </div>
        <Aircraft flight={flight} contact={contact} />
      </div>
    </div>
  )
}

export const photoHref = ({ flight_id: id }: Pick<AccountFlightDetail, 'flight_id'>, photo: number): string =>
  `/account/flights/${String(id)}/photos/${String(photo)}`

/** The data of the orders that the ticket shows; several orders on one flight are combined. */
function orderOf({ orders }: AccountFlightDetail, parties: FlightPageProps['parties']) {
  return {
    number: orders.map(({ number }) => number).join(', '),
    quantity: orders.reduce((sum, { quantity }) => sum + quantity, 0),
    quantity_type: orders[0]?.quantity_type ?? ('seat' as const),
    passengers: parties.flatMap(({ passengers }) =>
      passengers
        .filter(({ full_name: name }) => name !== '')
        .map(({ id, full_name, passenger_type, done }) => ({
          ...{ id, full_name, passenger_type },
          weight_given: done,
        })),
    ),
  }
}

function FlightHead({ flight }: { flight: AccountFlightDetail }) {
  return (
    <div className="order-head">
      <p className="eyebrow">
        Flight <span className="order-number">{flight.flight_code}</span>
      </p>
      <h1>{flight.product_name}</h1>
      <p className="order-facts">
        <FlightStatusChip status={flight.status} />
        <span className="muted">
          {formatDayAndYear(flight.local_date)}, from {flight.terminal_name}
        </span>
      </p>
    </div>
  )
}

function FlightStateNotice({ flight, contact }: Pick<FlightPageProps, 'flight' | 'contact'>) {
  if (flight.status === 'delayed') {
    return (
      <p className="alert warn mb6" role="status">
        {flight.delay
          ? `This flight is delayed. It leaves at ${terminalTime(flight.delay.depart_at, flight)}, not at ` +
            `${terminalTime(flight.depart_at, flight)}. Until it boards you may move it without a fee.`
          : 'This flight is delayed. Please stay near your phone: we tell you the new time as soon as we ' +
            'know it.'}
      </p>
    )
  }
  if (flight.status !== 'called_off') return null
  return (
    <div className="alert bad mb6" role="status">
      <h2>This flight was called off.</h2>
      <p>
        It was for {terminalTime(flight.depart_at, flight)} on {formatDayAndYear(flight.local_date)}. What you
        can choose now is on the page of your order. Questions:{' '}
        <a className="nowrap" href={telHref(contact.phone)}>
          {contact.phone}
        </a>
        .
      </p>
    </div>
  )
}

function FlightActions({ flight, calendar }: { flight: AccountFlightDetail; calendar: boolean }) {
  return (
    <div className="btn-row mt5 no-print">
      {flight.orders.map(({ id, number }) => (
        <span key={id} className="btn-row">
          {calendar ? (
            <a className="btn" href={`/orders/${String(id)}/calendar.ics`} download={`${number}.ics`}>
              Add to calendar
            </a>
          ) : null}
          <a className="btn second" href={`/account/orders/${String(id)}`}>
            Order {number}
          </a>
        </span>
      ))}
      <button type="button" className="btn second" data-print hidden>
        Print
      </button>
    </div>
  )
}

function NoPhotos() {
  return (
    <section aria-labelledby="photos">
      <h2 id="photos">Your photos</h2>
      <p className="muted">
        There are none yet. When our crew took some, you find them here to look at and download.
      </p>
    </section>
  )
}

/**
 * Whether a passenger has given the details. The details themselves are shown only behind the
 * passenger's own link.
 */
function Party({ party: { orderId, passengers, open } }: { party: FlightPageProps['parties'][number] }) {
  if (passengers.length === 0) return null
  const missing = passengers.some(({ done }) => !done)
  return (
    <section aria-labelledby={`party-${String(orderId)}`}>
      <h2 id={`party-${String(orderId)}`}>Passengers</h2>
      <ul className="flight-party">
        {passengers.map(({ id, number, full_name: name, passenger_type: type, done }) => (
          <li key={id}>
            <b>{withType(name || `Passenger ${String(number)}`, type)}</b>
            <span className={done ? 'chip good' : 'chip'}>{done ? 'Done' : 'Not done'}</span>
          </li>
        ))}
      </ul>
      {missing && open ? (
        <p className="mt4">
          <a href={`/account/orders/${String(orderId)}#passengers`}>
            Everybody’s link is on the page of the order.
          </a>
        </p>
      ) : null}
    </section>
  )
}

const CATEGORY = { doors_on: 'doors on', doors_off: 'doors off', executive: 'executive, doors on' } as const

function Aircraft({ flight, contact }: Pick<FlightPageProps, 'flight' | 'contact'>) {
  const { registration, type, category } = flight.aircraft
  const ahead = flight.status !== 'landed' && flight.status !== 'departed' && flight.status !== 'called_off'
  return (
    <aside className="rail" aria-labelledby="aircraft">
      <h2 className="h-s mb4" id="aircraft">
        Your aircraft
      </h2>
      <dl className="breakdown">
        <div>
          <dt>Registration</dt>
          <dd>{registration}</dd>
        </div>
        <div>
          <dt>Type</dt>
          <dd>
            {type}, {CATEGORY[category]}
          </dd>
        </div>
        <div>
          <dt>Flight code</dt>
          <dd>{flight.flight_code}</dd>
        </div>
        <div>
          <dt>Check-in</dt>
          <dd>
            <time dateTime={(flight.delay ?? flight).check_in_at}>
              {terminalTime((flight.delay ?? flight).check_in_at, flight)}
            </time>
          </dd>
        </div>
      </dl>
      {ahead ? (
        <p className="mt5 sm muted">
          Late, or lost on the way? Call{' '}
          <a className="nowrap" href={telHref(contact.phone)}>
            {contact.phone}
          </a>
          .
        </p>
      ) : null}
    </aside>
  )
}
