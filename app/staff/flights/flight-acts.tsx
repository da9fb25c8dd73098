import { toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { FieldError } from '../../ui/field.tsx'
import { ChoiceField, selectProps, TextField } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { ActionPanel } from '../parts/action-panel.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { BACK_STEPS } from '../parts/flight-status-text.ts'
import { rescueHref } from '../parts/rescue-href.ts'
import { DelayForm } from './delay-form.tsx'
import { delayHref } from './delay-view.ts'
import { AIRCRAFT_SHAPE, PILOT_SHAPE, STATUS_SHAPE } from './flight-forms.ts'
import { isAhead, sortSteps } from './flight-state.ts'
import { type FlightChoice } from './load-flight-among-others.server.ts'
import { type ManifestView } from './manifest-view.ts'
import { transferHref } from './transfer-view.ts'

/** The acts on a flight, of which one is open at a time. */
export function FlightActs(view: ManifestView) {
  return (
    <aside className="no-print" aria-labelledby="acts">
      <h2 id="acts">Actions</h2>
      <div className="acts">
        <LeavePanel {...view} />
        <PilotPanel {...view} />
        <DelayPanel {...view} />
        <AircraftPanel {...view} />
        <DownPanel {...view} />
        <TransferPanel {...view} />
        <BackPanel {...view} />
        <CallOffPanel {...view} />
      </div>
      <NoActs {...view} />
    </aside>
  )
}

/** Lets a flight leave that lacks something, or before its time, for a reason. */
function LeavePanel({ manifest: { flight, seating }, canEdit, answer }: ManifestView) {
  const { next } = sortSteps(flight.status, flight.next_statuses)
  const { before_departure: gaps, early } = flight
  if (next !== 'departed' || (gaps.length === 0 && !early)) return null
  if (gaps.length > 0 && !canEdit) return null
  // No reason lets a flight leave with a seating over its limits.
  if (seating?.loads.some(({ over }) => over)) return null
  const form = plainForm(STATUS_SHAPE, answer)
  const lacks = gaps.length > 0
  return (
    <ActionPanel
      id="leave"
      title={lacks ? 'Leave all the same' : 'Leave early'}
      open={answer?.form === STATUS_SHAPE.id}
    >
      <p className="muted">
        {lacks ? 'What it lacks is written down with your reason. ' : ''}
        It stands as in the air from then on.
      </p>
      <form method="post" className="form" {...form.props}>
        <TextField
          field={form.fields.reason}
          label={lacks ? 'Why it leaves all the same' : 'Why it leaves early'}
          hint="Stands in the audit log."
          need="required"
          maxLength={300}
        />
        <button type="submit" className="btn small" name="status" value="departed">
          {lacks ? 'In the air all the same' : 'In the air'}
        </button>
      </form>
    </ActionPanel>
  )
}

function PilotPanel({ manifest: { flight }, day, canEdit, answer }: ManifestView) {
  const desk = day?.desk
  if (!canEdit || !desk || flight.status === 'landed' || flight.status === 'called_off') return null
  const form = plainForm(PILOT_SHAPE, answer, { pilot_id: desk.pilotId })
  const isRefused = answer?.form === PILOT_SHAPE.id
  const isMissing = desk.pilotId === null
  return (
    <ActionPanel
      id="pilot"
      title={isMissing ? 'Set a pilot' : 'Another pilot'}
      open={isRefused || (isMissing && answer === undefined)}
    >
      <p className="muted">
        {isMissing ? 'Nobody flies it yet. ' : `${flight.pilot_name ?? 'A pilot'} flies it now. `}
        The flight stands in the pilot’s own list at once.
      </p>
      <form method="post" className="form" {...form.props}>
        <input type="hidden" name="pilot_was" value={desk.pilotId ?? ''} />
        <ChoiceField field={form.fields.pilot_id}>
          <option value="">Nobody yet</option>
          {desk.pilots.map((pilot) => (
            <ChoiceOption key={pilot.id} {...pilot} />
          ))}
        </ChoiceField>
        <button type="submit" className="btn second small">
          Set the pilot
        </button>
      </form>
    </ActionPanel>
  )
}

/** A new time with all that waits for it; without one the pages only say that the flight is delayed. */
function DelayPanel({ manifest: { flight, flight_id: id }, canEdit }: ManifestView) {
  const { mayBeDelayed } = sortSteps(flight.status, flight.next_statuses)
  if (!isAhead(flight.status) || !(canEdit || mayBeDelayed)) return null
  return (
    <ActionPanel id="delay" title={flight.delay_mins > 0 ? 'Another delay' : 'Delay'} letter="d">
      {canEdit ? <DelayForm flightId={id} reason={flight.delay_reason} /> : null}
      {canEdit && flight.own_delay_mins > 0 ? (
        <p>
          <a href={delayHref(id, { minutes: '0' })}>Take its delay back</a>
        </p>
      ) : null}
      {mayBeDelayed ? (
        <form method="post" className="form">
          <p className="muted">
            The new time is not known yet: the desk, the pilot and the customers’ pages say “delayed”, and
            nobody gets a message.
          </p>
          <button type="submit" className="btn second small" name="status" value="delayed">
            Mark as delayed
          </button>
        </form>
      ) : null}
    </ActionPanel>
  )
}

/**
 * Chooses another aircraft of the same base; those that do not fit show the reason. The service
 * checks the choice again.
 */
function AircraftPanel({ manifest, day, answer }: ManifestView) {
  const others = day?.desk?.otherAircraft ?? []
  if (others.length === 0) return null
  const form = plainForm(AIRCRAFT_SHAPE, answer)
  const { aircraft } = form.fields
  return (
    <ActionPanel id="swap" title="Another aircraft" letter="s" open={answer?.form === AIRCRAFT_SHAPE.id}>
      <p className="muted">
        {formatCount(manifest.seats_sold, 'seat', 'seats')} and{' '}
        {manifest.total_weight_lbs.toLocaleString('en-US')} lb move to it; what does not fit says why.{' '}
        {manifest.flight.registration} is free then.
      </p>
      <form method="post" className="form" {...form.props}>
        <div className="field">
          <label htmlFor={aircraft.id}>{aircraft.label}</label>
          <FieldError id={aircraft.id} error={aircraft.error} />
          <select className="input" {...selectProps(aircraft)}>
            <option value="">Please choose</option>
            {others.map((one) => (
              <ChoiceOption key={one.id} {...one} />
            ))}
          </select>
        </div>
        <button type="submit" className="btn second small">
          Change the aircraft
        </button>
      </form>
    </ActionPanel>
  )
}

/** The aircraft is out for some hours: leads to what becomes of all its flights. */
function DownPanel({ manifest: { flight, depart_at: at }, day }: ManifestView) {
  const desk = day?.desk
  if (!desk || !isAhead(flight.status)) return null
  const { timezone: zone, registration } = flight
  const asked = { aircraft: desk.aircraftId, date: toLocalDate(at, zone), from: toLocalTime(at, zone) }
  return (
    <ActionPanel id="down" title="Aircraft is down">
      <p className="muted">
        Which flights of {registration} get another aircraft, which parties another time, and what has to be
        called off, with what it costs. Nothing happens before you have seen it.
      </p>
      <p>
        <a className="btn second small" href={rescueHref({ ...asked, until: '23:59' })}>
          Draw a rescue plan
        </a>
      </p>
    </ActionPanel>
  )
}

/** Moves its guests to another flight, all or some. */
function TransferPanel({ manifest: { flight, flight_id: id, people }, canEdit }: ManifestView) {
  if (!canEdit || people === 0 || (flight.status !== 'scheduled' && flight.status !== 'delayed')) return null
  return (
    <ActionPanel id="transfer" title="Merge or split">
      <p className="muted">
        Everybody flies with another flight of the day, or some of them on another aircraft. Nothing happens
        before you have seen where they fit and who is told.
      </p>
      <p>
        <a className="btn second small" href={transferHref(id)}>
          See where they fit
        </a>
      </p>
    </ActionPanel>
  )
}

/** What cannot take the flight says why, and cannot be chosen. */
const ChoiceOption = ({ id, name, unfit }: FlightChoice) => (
  <option value={id} disabled={unfit !== ''}>
    {unfit === '' ? name : `${name}: ${unfit}`}
  </option>
)

/** What a step back changes, by the state that it leads to. */
const BACK_TEXTS: Readonly<Record<string, string>> = {
  scheduled: 'Who is checked in stays checked in.',
  boarding: 'For a flight that is still on the ground. Who is checked in stays checked in.',
  departed: 'For a flight that is still in the air.',
}

function BackPanel({ manifest: { flight } }: ManifestView) {
  const { back } = sortSteps(flight.status, flight.next_statuses)
  if (back === undefined) return null
  const title = BACK_STEPS[back] ?? back
  return (
    <ActionPanel id="back" title={title}>
      <p className="muted">{BACK_TEXTS[back]}</p>
      <form method="post">
        <button type="submit" className="btn second small" name="status" value={back}>
          {title}
        </button>
      </form>
    </ActionPanel>
  )
}

function CallOffPanel({ manifest, day }: ManifestView) {
  const { people, flight, depart_at: at } = manifest
  const desk = day?.desk
  if (!desk || !isAhead(flight.status)) return null
  const query = new URLSearchParams({ departure: String(desk.departureId), at })
  return (
    <ActionPanel id="call-off" title="Call off" danger>
      <p className="muted">
        {people === 0
          ? 'Nobody is on it. '
          : `${formatCount(people, 'passenger gets', 'passengers get')} other seats held for them, or what ` +
            'their fare allows. '}
        All aircraft of this departure are called off together. Nothing happens before you have seen who gets
        what.
      </p>
      <p>
        <a className="btn danger small" href={`/staff/call-off?${query.toString()}`}>
          See who gets what
        </a>
      </p>
    </ActionPanel>
  )
}

function NoActs({ manifest: { flight } }: ManifestView) {
  if (flight.next_statuses.length > 0 || isAhead(flight.status)) return null
  return (
    <p className="muted">
      {flight.status === 'called_off'
        ? 'The departure is called off; nothing can be changed here any more.'
        : 'Nothing is left to do.'}
    </p>
  )
}
