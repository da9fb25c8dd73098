import { type ReactNode } from 'react'
import { type DayDeparture, type DayFlight, type FlightDay } from '#contract/flight-day.ts'
import { formatDayAndYear, formatZone } from '../../format/local-time.ts'
import { Field } from '../../ui/field.tsx'
import { FormErrors } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { answeredShape } from '../../ui/form/row-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { addDays } from '../parts/add-days.ts'
import { formatCount } from '../parts/count-noun.ts'
import { describeSellers } from '../today/sellers.ts'
import { FlightRow, FreeRow } from './day-rows.tsx'
import { PILOT_SHAPE } from './flight-forms.ts'
import { isEmpty } from './flight-state.ts'
import { PilotTray } from './pilot-tray.tsx'

interface FlightsPageProps {
  day: FlightDay
  /** False for pilots: they see only their own flights and change nothing here. */
  canEdit: boolean
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
  answer: FormAnswer | undefined
}

/** A flight with its departure; of several aircraft the first one is of the whole departure. */
interface Row {
  departure: DayDeparture
  flight: DayFlight
  first: boolean
}

/** The flights of a day in the order in which they need somebody; what is over is folded. */
export function FlightsPage({ day, canEdit, brands, answer }: FlightsPageProps) {
  const rows = day.departures.flatMap((departure) =>
    departure.flights.map((flight, at): Row => ({ departure, flight, first: at === 0 })),
  )
  const withStatus = (...statuses: DayFlight['status'][]) =>
    rows.filter(({ flight }) => statuses.includes(flight.status) && !isEmpty(flight))
  const free = day.departures.filter(({ flights }) => flights.length === 0)
  const zones = findZones(day.departures)
  const list = (found: Row[]) => (
    <ol className="next day">
      {found.map((row) => (
        <FlightRow key={row.flight.id} {...row} {...noteOf(row.departure, zones, brands)} />
      ))}
    </ol>
  )
  return (
    <div className="wrap desk">
      <FormErrors form={plainForm(answeredShape(PILOT_SHAPE, answer), answer)} />
      <div className="desk-head">
        <div>
          {canEdit ? null : <p className="eyebrow">Your flights</p>}
          <h1>{formatDayAndYear(day.date)}</h1>
          <p className="muted" role="status">
            {summarize(day, rows)}
          </p>
        </div>
        <DayNav date={day.date} canEdit={canEdit} />
      </div>
      {rows.length === 0 ? <NoFlights day={day} canEdit={canEdit} /> : null}
      <div className={canEdit && rows.length > 0 ? 'day-cols' : undefined}>
        <div className="today-part">
          <Part id="in-air" title="In the air" rows={withStatus('departed')} draw={list} />
          <Part id="to-go" title="To go" rows={withStatus('scheduled', 'boarding', 'delayed')} draw={list} />
          <Folded
            title={formatCount(free.length, 'departure', 'departures') + ' without a booking'}
            open={rows.length === 0}
          >
            {free.length === 0 ? null : (
              <ol className="next day">
                {free.map((departure) => (
                  <FreeRow
                    key={departure.departure_id}
                    {...{ departure, canEdit }}
                    {...noteOf(departure, zones, brands)}
                  />
                ))}
              </ol>
            )}
          </Folded>
          <FoldedRows
            title="with nobody on them"
            rows={rows.filter(({ flight }) => isEmpty(flight))}
            draw={list}
          />
          <FoldedRows title="landed" rows={withStatus('landed')} draw={list} />
          <FoldedRows title="called off" rows={withStatus('called_off')} draw={list} />
        </div>
        {canEdit && rows.length > 0 ? <PilotTray {...{ day, answer }} /> : null}
      </div>
    </div>
  )
}

/** Who sells a departure, and its zone where the day has several. */
function noteOf(
  departure: DayDeparture,
  zones: ReadonlyMap<DayDeparture, string>,
  brands: Record<string, string>,
) {
  return { zone: zones.get(departure) ?? '', sellers: describeSellers(departure, brands) }
}

/** The short names of the departures' zones; none for a day with a single zone. */
function findZones(departures: readonly DayDeparture[]): ReadonlyMap<DayDeparture, string> {
  const zones = new Map(departures.map((one) => [one, formatZone(one.depart_at, one.timezone)]))
  return new Set(zones.values()).size > 1 ? zones : new Map()
}

function summarize({ departures }: FlightDay, rows: readonly Row[]): string {
  const sold = rows.reduce((sum, { flight }) => sum + flight.seats_sold, 0)
  const lacking = rows.filter(
    ({ flight }) => flight.pilot_id === null && flight.status !== 'called_off' && !isEmpty(flight),
  ).length
  return [
    formatCount(departures.length, 'departure', 'departures'),
    `, ${formatCount(rows.length, 'flight', 'flights')}`,
    sold > 0 ? `, ${formatCount(sold, 'seat', 'seats')} sold` : '',
    '.',
    lacking > 0 ? ` ${formatCount(lacking, 'flight lacks', 'flights lack')} a pilot.` : '',
  ].join('')
}

interface PartProps {
  title: string
  rows: Row[]
  draw: (rows: Row[]) => ReactNode
}

function Part({ id, title, rows, draw }: PartProps & { id: string }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id} className="today-part">
      <h2 id={id}>{title}</h2>
      {draw(rows)}
    </section>
  )
}

function FoldedRows({ title, rows, draw }: PartProps) {
  if (rows.length === 0) return null
  return <Folded title={`${formatCount(rows.length, 'flight', 'flights')} ${title}`}>{draw(rows)}</Folded>
}

interface FoldedProps {
  title: string
  open?: boolean
  children: ReactNode
}

function Folded({ title, open = false, children }: FoldedProps) {
  if (children === null) return null
  return (
    <details className="disc" open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

function NoFlights({ day, canEdit }: Pick<FlightsPageProps, 'day' | 'canEdit'>) {
  if (!canEdit) return <p>You fly nothing on this day.</p>
  if (day.departures.length === 0) return <p>Nothing leaves on this day.</p>
  return (
    <p>
      Nobody is booked on this day. <a href={`/staff/sell?date=${day.date}`}>Sell seats on it</a>
    </p>
  )
}

function DayNav({ date, canEdit }: { date: string; canEdit: boolean }) {
  return (
    <form method="get" className="desk-find" aria-label="Another day">
      <Field id="date" name="date" type="date" label="Day" defaultValue={date} />
      <button type="submit" className="btn second small">
        Show
      </button>
      <div className="btn-row">
        <a className="btn second small" href={`/staff/flights?date=${addDays(date, -1)}`}>
          Day before
        </a>
        <a className="btn second small" href={`/staff/flights?date=${addDays(date, 1)}`}>
          Day after
        </a>
        {canEdit ? (
          <>
            <a className="btn second small" href="/staff/scan">
              Scan tickets
            </a>
            <a className="btn second small" href={`/staff/weather?date=${date}`}>
              Weather day
            </a>
          </>
        ) : null}
      </div>
    </form>
  )
}
