import { type AircraftOutage, type HitFlight } from '#contract/aircraft-outage.ts'
import { formatShortDay, formatTime } from '../../format/local-time.ts'
import { ChoiceField, FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { rescueHref, type RescueQuery } from '../parts/rescue-href.ts'
import { SaveAfterLook } from '../parts/save-after-look.tsx'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { clockOf } from '../parts/unfit-words.ts'
import { OUTAGE_SHAPE } from './aircraft-forms.ts'
import { type AircraftView, type HitFlights } from './handle-aircraft.server.ts'

interface AircraftPageProps extends AircraftView {
  answer: FormAnswer | undefined
  failure: string | undefined
  hit: HitFlights | undefined
}

/** Aircraft that do not fly on some days, with the flights that are hit, and the form for more. */
export function AircraftPage({ list, today, done, answer, failure, hit }: AircraftPageProps) {
  const { aircraft_outages: outages, aircraft } = list
  const form = plainForm(OUTAGE_SHAPE, answer)
  const { aircraft_id: which, from_date: from, until_date: until, reason } = form.fields
  const grounded = aircraft.filter((one) => !one.in_service)
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <Failure text={failure} />
      {done === null || answer || failure !== undefined ? null : <DoneBar text={doneText(done)} />}
      {hit ? <Hit hit={hit} /> : null}
      <StaffPageTitle
        href="/staff/board"
        above="Board"
        about={
          'On these days an aircraft gets no further departures. What is booked on it stays until you give ' +
          'it another aircraft.'
        }
      >
        Aircraft out of service
      </StaffPageTitle>
      {grounded.length === 0 ? null : (
        <p>
          Out of service until somebody puts them back in the{' '}
          <a href="/staff/catalogue/aircraft">catalogue</a>:{' '}
          {grounded.map(({ registration }) => registration).join(', ')}.
        </p>
      )}
      {outages.length === 0 ? (
        <NothingHere what="Every other aircraft flies on all days.">
          Enter below when one is in maintenance.
        </NothingHere>
      ) : (
        <StaffTable
          label="Table: aircraft out of service"
          heads={['Aircraft', 'Days', 'Why', 'Booked flights', 'Back']}
          quiet={['Back']}
          stacked
        >
          {outages.map((outage) => (
            <OutageRow key={outage.id} outage={outage} today={today} />
          ))}
        </StaffTable>
      )}
      <section className="desk-part" aria-labelledby="out">
        <h2 id="out">Take one out of service</h2>
        <p>
          Is one down for some hours? A <a href="/staff/rescue">rescue plan</a> shows what can become of its
          flights, and does it by one press.
        </p>
        {aircraft.length === 0 ? (
          <p className="muted">There is no aircraft in the catalogue yet.</p>
        ) : (
          <form method="post" className="form row-form" {...form.props}>
            <ChoiceField field={which} need="required">
              {aircraft.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.registration}, {one.terminal_name}
                </option>
              ))}
            </ChoiceField>
            <TextField field={from} type="date" min={today} need="required" />
            <TextField field={until} type="date" min={today} hint="Empty: that one day." />
            <TextField field={reason} maxLength={200} need="required" hint="100-hour inspection" />
            <button type="submit" className="btn second small" name="act" value="save">
              Take out of service
            </button>
          </form>
        )}
      </section>
    </div>
  )
}

function doneText({ what, hit }: NonNullable<AircraftView['done']>): string {
  if (what === 'back') return 'It flies again on these days.'
  const flights =
    hit === 0
      ? 'No booked flight is hit.'
      : `${formatCount(hit, 'booked flight needs', 'booked flights need')} another aircraft; they stand on ` +
        'Today and on the board of their day.'
  return `Saved. ${flights}`
}

function OutageRow({ outage, today }: { outage: AircraftOutage; today: string }) {
  const { from_date: from, until_date: until } = outage
  const hours =
    outage.from_time === null || outage.until_time === null
      ? ''
      : `, ${formatTime(outage.from_time)} to ${formatTime(outage.until_time)}`
  const days =
    from === until ? `${formatShortDay(from)}${hours}` : `${formatShortDay(from)} to ${formatShortDay(until)}`
  return (
    <tr>
      <th scope="row">
        {outage.registration}
        <small>{outage.terminal_name}</small>
      </th>
      <td data-label="Days">{days}</td>
      <td data-label="Why">{outage.reason}</td>
      <td data-label="Booked flights">
        {outage.flights === 0 ? (
          'None'
        ) : (
          <>
            <StaffState shape="bad">{formatCount(outage.flights, 'flight', 'flights')}</StaffState>{' '}
            <a href={rescueHref(toRescue(outage, today))}>
              Rescue plan<span className="vh">: {outage.registration}</span>
            </a>
          </>
        )}
      </td>
      <td className="do">
        <form method="post">
          <input type="hidden" name="outage" value={outage.id} />
          <button type="submit" className="btn second small" name="act" value="back">
            Back in service<span className="vh">: {outage.registration}</span>
          </button>
        </form>
      </td>
    </tr>
  )
}

/** The rescue plan of an outage: its hours, or the first of its days that is not over. */
const toRescue = (
  { aircraft_id: aircraft, from_date: first, reason: why, ...outage }: AircraftOutage,
  today: string,
): RescueQuery => ({
  ...{ aircraft, why },
  date: first < today ? today : first,
  from: outage.from_time ?? '00:00',
  until: outage.until_time ?? '23:59',
})

/** What is hit, and the press that saves it. */
function Hit({ hit: { preview, fields, changed } }: { hit: HitFlights }) {
  const { hit_flights: flights } = preview
  const people = flights.reduce((sum, one) => sum + one.people, 0)
  const count = formatCount(flights.length, 'booked flight is hit', 'booked flights are hit')
  return (
    <section className="alert warn" aria-labelledby="hit" role="alert" {...READ_FIRST}>
      <h2 id="hit">
        {changed ? 'It changed meanwhile: ' : ''}
        {flights.length === 0
          ? 'no booked flight is hit'
          : `${count}, ${formatCount(people, 'person', 'people')}`}
      </h2>
      <p>
        Nothing is saved yet. Nothing is called off by it, and nobody gets a message: give each flight another
        aircraft, now or after it. Free seats of these flights stay on sale until you close them in the{' '}
        <a href="/staff/week">week</a>.
      </p>
      {flights.length === 0 ? null : (
        <StaffTable
          label="Table: flights that are hit"
          heads={['Flight', 'Leaves', 'People', 'Fits']}
          stacked
        >
          {flights.map((flight) => (
            <HitRow key={flight.id} flight={flight} />
          ))}
        </StaffTable>
      )}
      <SaveAfterLook fields={fields} flights={flights} count={count} back="/staff/aircraft" />
    </section>
  )
}

function HitRow({ flight }: { flight: HitFlight }) {
  const { aircraft } = flight
  return (
    <tr>
      <th scope="row">
        {flight.flight_code}
        <small>{flight.product_name}</small>
      </th>
      <td data-label="Leaves">
        {formatShortDay(flight.date)}, {clockOf(flight.depart_at, flight.timezone)}
      </td>
      <td data-label="People">{flight.people}</td>
      <td data-label="Fits">
        {aircraft === null ? 'See the board' : null}
        {aircraft?.length === 0 ? <StaffState shape="bad">No other aircraft</StaffState> : null}
        {aircraft?.map(({ registration }) => registration).join(', ')}{' '}
        <a href={`/staff/board?date=${flight.date}&flight=${String(flight.id)}#sel`}>
          Give it another one<span className="vh">: {flight.flight_code}</span>
        </a>
      </td>
    </tr>
  )
}
