import { CHECK_IN_TEXT_LENGTH } from '#contract/check-in.ts'
import { type DayDeparture, type FlightDay } from '#contract/flight-day.ts'
import { type Manifest } from '#contract/passenger.ts'
import { formatDayAndYear, formatTime, toLocalTime } from '../../../format/local-time.ts'
import { FormErrors, TextField } from '../../../ui/form/fields.tsx'
import { plainForm } from '../../../ui/form/use-shop-form.ts'
import { formatCount } from '../../parts/count-noun.ts'
import { NothingHere } from '../../parts/nothing-here.tsx'
import { isAhead } from '../flight-state.ts'
import { listNames } from '../flight-words.ts'
import { CallLate } from '../late-part.tsx'
import { CameraPart } from './camera-part.tsx'
import { FoundPart } from './found-part.tsx'
import { FIND_SHAPE, partyShape, scanHref } from './scan-forms.ts'
import { PartyPart } from './scan-party.tsx'
import { findParty, isHere, listAwaited, type ScanAnswer, type ScanView } from './scan-view.ts'

interface ScanPageProps extends ScanView {
  answer: ScanAnswer | undefined
}

/**
 * Checks people in by their tickets: the code before the camera or a hand scanner, a number or a
 * name leads to the party, and one press there back to the next ticket.
 */
export function ScanPage(props: ScanPageProps) {
  const { place, manifest, answer } = props
  const refused = answer?.refused
  const party = manifest && place.order !== undefined ? findParty(manifest, place.order) : undefined
  const shape = partyShape(party ? [...party.here, ...party.elsewhere] : [])
  return (
    <div className="wrap desk scan">
      <FormErrors form={plainForm(FIND_SHAPE, refused)} />
      <FormErrors form={plainForm(shape, refused)} />
      <ScanHead {...props} />
      {manifest && party ? (
        <PartyPart manifest={manifest} party={party} place={place} refused={refused} />
      ) : (
        <NextTicket {...props} />
      )}
    </div>
  )
}

/** Where tickets are scanned, and how many are here. */
function ScanHead({ flight, today }: ScanPageProps) {
  if (!flight) {
    return (
      <div>
        <p className="sm">
          <a href="/staff/flights">Flights</a>
        </p>
        <h1>Scan tickets</h1>
        <p className="muted">For every flight of {formatDayAndYear(today)}.</p>
      </div>
    )
  }
  const here = flight.passengers.filter(isHere).length
  return (
    <div>
      <p className="sm">
        <a href={`/staff/flights/${String(flight.flight_id)}`}>{flight.flight_code}</a>,{' '}
        {flight.flight.terminal_name}
      </p>
      <h1>Scan tickets, {leavesAt(flight)}</h1>
      <p className="flight-facts">
        <span className="muted">{flight.flight.product_name}</span>
        <span className={here === flight.people && here > 0 ? 'st ok' : 'st here'}>
          {here} of {flight.people} here
        </span>
        <a href={scanHref({})}>All flights of today</a>
      </p>
    </div>
  )
}

const leavesAt = ({ depart_at: at, flight }: Manifest) => formatTime(toLocalTime(at, flight.timezone))

/** The camera and the field for the next ticket, and who is still awaited. */
function NextTicket(props: ScanPageProps) {
  const { place, flight, day, answer } = props
  const found = answer?.found
  return (
    <>
      <LastParty {...props} />
      {found ? <FoundPart found={found} place={place} /> : null}
      <CameraPart />
      <FindForm {...props} />
      {flight ? <Awaited flight={flight} /> : null}
      {day ? <FlightsToday day={day} /> : null}
    </>
  )
}

/** Who was checked in last; or that the party of the address has nobody on its flight any more. */
function LastParty({ place, manifest, answer }: ScanPageProps) {
  if (answer || !manifest) return null
  const { order, done } = place
  if (order !== undefined) {
    return (
      <p className="alert warn" role="status">
        {`Order O-${String(order)} has nobody on this flight any more. `}
        <a href={`/staff/orders/${String(order)}`}>{`Open O-${String(order)}`}</a>
      </p>
    )
  }
  const party = done === undefined ? undefined : findParty(manifest, done)
  if (!party) return null
  const people = [...party.here, ...party.elsewhere]
  const here = people.filter(isHere)
  const names = here.length === 0 ? 'Nobody' : listNames(here)
  const all = `${String(here.length)} of ${formatCount(people.length, 'person', 'people')}`
  return (
    <p className="alert good" role="status">
      {`${names} of O-${String(party.order)} checked in, ${all}, ${leavesAt(manifest)}. `}
      <a href={scanHref({ flight: place.flight, on: manifest.flight_id, order: party.order })}>Undo or add</a>
    </p>
  )
}

/** A hand scanner types into the field and presses Enter. */
const TYPE_HERE = { autoFocus: true } as const

function FindForm({ place, answer }: ScanPageProps) {
  const form = plainForm(FIND_SHAPE, answer?.refused, { text: answer?.found?.typed })
  return (
    <form
      method="post"
      action={scanHref({ flight: place.flight })}
      className="desk-find"
      aria-label="Find a ticket"
      data-scan=""
      {...form.props}
    >
      <TextField
        field={form.fields.text}
        maxLength={CHECK_IN_TEXT_LENGTH}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint="A hand scanner types into this field."
        {...TYPE_HERE}
      />
      <button type="submit" className="btn">
        Find
      </button>
    </form>
  )
}

/** The parties of the flight who are not here yet, to check in without a ticket. */
function Awaited({ flight }: { flight: Manifest }) {
  const parties = listAwaited(flight)
  return (
    <section className="desk-part" aria-labelledby="awaited">
      <h2 id="awaited">Not here yet</h2>
      {parties.length === 0 ? (
        <NothingHere what={flight.people === 0 ? 'Nobody is booked.' : 'Everybody is here.'}>
          {flight.people === 0 ? null : 'Those who did not come stand on the page of the flight.'}
        </NothingHere>
      ) : (
        <ul className="scan-list">
          {parties.map(({ order, here }) => (
            <li key={order}>
              <a href={scanHref({ flight: flight.flight_id, order })} data-row="">
                <b>{listNames(here)}</b>
                {here.some(({ late }) => late) ? <span className="st late">late</span> : null}
                <span className="muted">O-{order}</span>
              </a>
              {flight.late_parties
                .filter(({ order_id: id }) => id === order)
                .map((party) => (
                  <p key={order} className="sm">
                    <CallLate party={party} manifest={flight} />
                  </p>
                ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The flights that have still to leave; scanning for one of them says who has another ticket. */
function FlightsToday({ day }: { day: FlightDay }) {
  const ahead = day.departures.flatMap((departure) =>
    departure.flights
      .filter(({ status, seats_sold: sold }) => isAhead(status) && sold > 0)
      .map((flight) => ({ departure, flight })),
  )
  return (
    <section className="desk-part" aria-labelledby="one-flight">
      <h2 id="one-flight">For one flight only</h2>
      {ahead.length === 0 ? (
        <NothingHere what="No booked flight is left today." />
      ) : (
        <ul className="scan-list">
          {ahead.map(({ departure, flight }) => (
            <li key={flight.id}>
              <a href={scanHref({ flight: flight.id })} data-row="">
                <b>{timeOf(departure)}</b>
                <span>
                  {departure.product_name}, {departure.terminal_name}
                </span>
                <span className="muted">
                  {flight.checked_in} of {flight.seats_sold} here
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const timeOf = ({ local_time: time }: DayDeparture) => formatTime(time)
