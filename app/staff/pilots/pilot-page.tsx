import {
  type LostFlight,
  type PilotAbsence,
  type PilotRoster,
  type RosterDay,
} from '#contract/pilot-roster.ts'
import { formatDay, formatShortDay } from '../../format/local-time.ts'
import { ChoiceField, FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { addDays } from '../parts/add-days.ts'
import { formatCount } from '../parts/count-noun.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { describeLimits, formatHours, OVER } from '../parts/duty-words.ts'
import { SaveAfterLook } from '../parts/save-after-look.tsx'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { clockOf } from '../parts/unfit-words.ts'
import { type LostFlights } from './handle-pilots.server.ts'
import { type PilotsView } from './load-pilots.server.ts'
import { ABSENCE_SHAPE, HOURS_SHAPE, KINDS, WEEKDAYS } from './pilot-forms.ts'
import { giveHref, WeekLinks } from './pilots-page.tsx'
import { describeDays, describeHours, describeRun, describeWork, joinPlainDays } from './pilots-words.ts'

interface PilotPageProps extends PilotsView {
  pilot: PilotRoster
  /** Staff; a pilot tells the own days off, and the desk decides the hours. */
  canEdit: boolean
  answer: FormAnswer | undefined
  failure: string | undefined
  /** The flights that would lose their pilot, before something is saved. */
  lost: LostFlights | undefined
}

/** One pilot: the week, days off and hours, with what a change does to flights. */
export function PilotPage(props: PilotPageProps) {
  const { week, today, done, pilot, canEdit, answer, failure, lost } = props
  const path = `/staff/pilots/${String(pilot.pilot_id)}`
  const last = addDays(week.date, 6)
  return (
    <div className="wrap desk">
      <FormErrors form={plainForm(ABSENCE_SHAPE, answer)} />
      <FormErrors form={plainForm(HOURS_SHAPE, answer)} />
      <Failure text={failure} />
      {done === null || answer || failure !== undefined ? null : (
        <Done done={done} from={week.date} canEdit={canEdit} />
      )}
      {lost ? <Lost lost={lost} pilot={pilot} canEdit={canEdit} /> : null}
      <div className="desk-head">
        <StaffPageTitle
          href={canEdit ? '/staff/pilots' : '/pilot'}
          above={canEdit ? 'Pilots' : 'Pilot’s page'}
          about={`${formatDay(week.date)} to ${formatDay(last)}. ${describeLimits(week.duty_limits)}`}
        >
          {pilot.name}
        </StaffPageTitle>
        <WeekLinks date={week.date} today={today} path={path} />
      </div>
      <Days pilot={pilot} canEdit={canEdit} />
      <section className="desk-part" aria-labelledby="off">
        <h2 id="off">Days off</h2>
        <Absences pilot={pilot} canEdit={canEdit} />
        <AbsenceForm pilot={pilot} answer={answer} from={today} canEdit={canEdit} />
      </section>
      <section className="desk-part" aria-labelledby="hours">
        <h2 id="hours">Hours</h2>
        {canEdit ? <HoursForm pilot={pilot} answer={answer} /> : <HoursList pilot={pilot} />}
      </section>
    </div>
  )
}

const SAVED: Readonly<Record<string, string>> = {
  absence: 'The days off are saved.',
  removed: 'They can fly on these days again. Flights that have another pilot keep them.',
  hours: 'The hours are saved.',
}

function Done({
  done,
  from,
  canEdit,
}: { from: string; canEdit: boolean } & { done: NonNullable<PilotsView['done']> }) {
  const { what, lost } = done
  const text = SAVED[what]
  if (text === undefined) return null
  if (lost === 0) return <DoneBar text={text} />
  const flights = formatCount(lost, 'flight has no pilot now', 'flights have no pilot now')
  return (
    <DoneBar text={`${text} ${flights}; the desk sees them on Today and on the board.`}>
      {canEdit ? <a href={`/staff/pilots?from=${from}#open`}>Give them to others</a> : null}
    </DoneBar>
  )
}

/** What is lost by the change, and the press that saves it. */
function Lost({ lost, pilot, canEdit }: { lost: LostFlights } & Pick<PilotPageProps, 'pilot' | 'canEdit'>) {
  const { preview, fields, changed } = lost
  const { lost_flights: flights } = preview
  const count = formatCount(flights.length, 'flight loses its pilot', 'flights lose their pilot')
  return (
    <section className="alert warn" aria-labelledby="lost" role="alert" {...READ_FIRST}>
      <h2 id="lost">
        {changed ? 'It changed meanwhile: ' : ''}
        {flights.length === 0 ? 'no flight loses its pilot' : count}
      </h2>
      <p>Nothing is saved yet. Nothing that was sold changes, and nobody gets a message.</p>
      {flights.length === 0 ? null : (
        <StaffTable
          label="Table: flights that lose their pilot"
          heads={['Flight', 'Leaves', 'People', 'Can take it']}
          stacked
        >
          {flights.map((flight) => (
            <LostRow key={flight.id} flight={flight} canEdit={canEdit} />
          ))}
        </StaffTable>
      )}
      <SaveAfterLook
        fields={fields}
        flights={flights}
        count={count}
        back={`/staff/pilots/${String(pilot.pilot_id)}`}
      />
    </section>
  )
}

const MOST_NAMES = 3

function LostRow({ flight, canEdit }: { flight: LostFlight; canEdit: boolean }) {
  const names = flight.pilots.slice(0, MOST_NAMES).map(({ name }) => name)
  const more = flight.pilots.length - names.length
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
      <td data-label="Can take it">
        {names.length === 0 ? (
          <StaffState shape="bad">Nobody</StaffState>
        ) : (
          `${names.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`
        )}{' '}
        {canEdit ? (
          <a href={giveHref(flight)}>
            Give it away first<span className="vh">: {flight.flight_code}</span>
          </a>
        ) : null}
      </td>
    </tr>
  )
}

function Days({ pilot, canEdit }: Pick<PilotPageProps, 'pilot' | 'canEdit'>) {
  return (
    <StaffTable
      label="Table: days"
      heads={['Day', 'Can fly', 'Flights', 'Duty', 'In the air', 'Look at']}
      caption="The days of this week"
      stacked
    >
      {joinPlainDays(pilot.days, pilot.hours.length > 0).map(({ day, last }) => {
        const work = describeWork(day)
        const there = describeHours(day, pilot.hours.length > 0)
        return (
          <tr key={day.date}>
            <th scope="row">{describeRun(day.date, last)}</th>
            <td data-label="Can fly">
              {day.off === null ? there : <StaffState shape="off">{there}</StaffState>}
            </td>
            {work === undefined && day.over.length === 0 ? (
              <td colSpan={4} className="muted">
                No flights
              </td>
            ) : (
              <WorkCells day={day} duty={work?.duty} canEdit={canEdit} />
            )}
          </tr>
        )
      })}
    </StaffTable>
  )
}

interface WorkCellsProps extends Pick<PilotPageProps, 'canEdit'> {
  day: RosterDay
  duty: string | undefined
}

/** What a pilot flies on a day, and what is to be looked at. */
function WorkCells({ day, duty, canEdit }: WorkCellsProps) {
  return (
    <>
      <td data-label="Flights">
        {day.flights.length === 0 ? '–' : null}
        {day.flights.map((flight) => (
          <span key={flight.id} className="line">
            {canEdit ? <a href={giveHref(flight)}>{flight.flight_code}</a> : flight.flight_code}{' '}
            {clockOf(flight.depart_at, flight.timezone)}{' '}
          </span>
        ))}
      </td>
      <td data-label="Duty">
        {duty ?? '–'}
        {day.duty_mins === 0 ? null : <small>{formatHours(day.duty_mins)}</small>}
      </td>
      <td data-label="In the air">{formatHours(day.flight_mins)}</td>
      <td data-label="Look at">
        {day.over.length === 0 ? 'Nothing' : null}
        {day.over.map((kind) => (
          <StaffState key={kind} shape="bad">
            {OVER[kind]}
          </StaffState>
        ))}
      </td>
    </>
  )
}

function Absences({ pilot: { absences }, canEdit }: Pick<PilotPageProps, 'pilot' | 'canEdit'>) {
  if (absences.length === 0) return <p className="muted">None from this week on.</p>
  return (
    <ul className="rows">
      {absences.map((absence) => (
        <li key={absence.id}>
          <h3>{describeDays(absence)}</h3>
          <div>
            <p className="break">
              {`${KINDS[absence.kind]}${absence.note === null ? '' : `: ${absence.note}`}`}{' '}
              <span className="muted">{absence.by_pilot ? 'Told by the pilot' : 'Entered by the desk'}</span>
            </p>
            {canEdit || absence.by_pilot ? <RemoveForm absence={absence} /> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

const RemoveForm = ({ absence }: { absence: PilotAbsence }) => (
  <form method="post">
    <input type="hidden" name="absence" value={absence.id} />
    <button type="submit" className="btn second small" name="act" value="remove">
      Take back<span className="vh"> {describeDays(absence)}</span>
    </button>
  </form>
)

interface AbsenceFormProps extends Pick<PilotPageProps, 'pilot' | 'answer' | 'canEdit'> {
  from: string
}

function AbsenceForm({ answer, from, canEdit }: AbsenceFormProps) {
  const form = plainForm(ABSENCE_SHAPE, answer, { kind: 'off' })
  const { from_date: first, until_date: until, kind, note } = form.fields
  return (
    <form method="post" className="form row-form" {...form.props}>
      <TextField field={first} type="date" min={from} need="required" />
      <TextField field={until} type="date" min={from} hint="Empty: that one day." />
      <ChoiceField field={kind}>
        {Object.entries(KINDS).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </ChoiceField>
      <TextField
        field={note}
        maxLength={200}
        hint={canEdit ? 'The pilot reads it, too.' : 'The desk reads it.'}
      />
      <button type="submit" className="btn second small" name="act" value="absence">
        Save days off
      </button>
    </form>
  )
}

function HoursForm({ pilot, answer }: Pick<PilotPageProps, 'pilot' | 'answer'>) {
  const known = Object.fromEntries(
    pilot.hours.flatMap(({ day_of_week: day, from, until }) => [
      [`from_${String(day)}`, from],
      [`until_${String(day)}`, until],
    ]),
  )
  const form = plainForm(HOURS_SHAPE, answer, known)
  return (
    <form method="post" className="stack" {...form.props}>
      <p className="muted">
        Each week, by the clock of the terminal. Without any time the pilot can fly whenever a flight leaves;
        otherwise not on the days that are left empty.
      </p>
      {WEEKDAYS.map((day, at) => {
        const [from, until] = [form.fields[name('from', at)], form.fields[name('until', at)]]
        return (
          <div key={day} className="pilot-hours">
            <TextField field={from} type="time" />
            <TextField field={until} type="time" />
          </div>
        )
      })}
      <button type="submit" className="btn second small" name="act" value="hours">
        Save the hours
      </button>
    </form>
  )
}

const name = (end: 'from' | 'until', day: number) =>
  `${end}_${String(day)}` as keyof typeof HOURS_SHAPE.labels

function HoursList({ pilot }: Pick<PilotPageProps, 'pilot'>) {
  if (pilot.hours.length === 0) return <p className="muted">You can fly at any time.</p>
  return (
    <ul className="rows">
      {pilot.hours.map((one) => (
        <li key={one.day_of_week}>
          <h3>{WEEKDAYS[one.day_of_week]}</h3>
          <p>{describeHours({ off: null, hours: one }, true)}</p>
        </li>
      ))}
    </ul>
  )
}
