import { type RescueFlight, type RescuePlan } from '#contract/rescue-plan.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDay, formatTime } from '../../format/local-time.ts'
import { Field } from '../../ui/field.tsx'
import { Failure } from '../../ui/notice.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { Figure } from '../parts/figure.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { rescueHref } from '../parts/rescue-href.ts'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { clockOf } from '../parts/unfit-words.ts'
import { type RescueDone, type RescueView } from './handle-rescue.server.ts'
import {
  describeAct,
  describeCost,
  describeDone,
  describeOutcome,
  describePress,
  STRATEGIES,
} from './rescue-words.ts'

interface RescuePageProps extends RescueView {
  /** A press that did not do all it was to do. */
  stopped: Extract<RescueDone, { status: number }> | undefined
}

/** What becomes of the flights of an aircraft that is down for some hours, and the press that does it. */
export function RescuePage({ stopped, ...view }: RescuePageProps) {
  const { plan, failure, done } = view
  return (
    <div className="wrap desk">
      {stopped ? <Stopped stopped={stopped} /> : null}
      <Failure text={failure} />
      {done === null || stopped ? null : <DoneBar text={describeDone(done)} />}
      <StaffPageTitle
        href="/staff/aircraft"
        above="Aircraft out of service"
        about={
          'An aircraft is down for some hours: who flies with another one, at another time, or not, and ' +
          'what it costs.'
        }
      >
        Rescue plan
      </StaffPageTitle>
      <SpanForm view={view} />
      {plan ? <Plan plan={plan} view={view} /> : null}
    </div>
  )
}

function Stopped({ stopped: { failure, rescue } }: { stopped: Extract<RescueDone, { status: number }> }) {
  const isDone = rescue && rescue.swaps + rescue.moved + rescue.called_off > 0
  return <Failure text={isDone ? `${failure} ${describeDone(rescue)}` : failure} />
}

function SpanForm({ view: { aircraft, asked, problems } }: { view: RescueView }) {
  if (aircraft.length === 0) return <p className="muted">There is no aircraft in the catalogue yet.</p>
  return (
    <form method="get" action="/staff/rescue" className="desk-tools weather-span" aria-label="What is down">
      <SelectField id="rp-aircraft" name="aircraft" label="Aircraft" defaultValue={String(asked.aircraft)}>
        <NamedOptions of={aircraft} />
      </SelectField>
      <Field
        id="rp-date"
        name="date"
        label="Day"
        type="date"
        defaultValue={asked.date}
        error={problems.date}
      />
      <Field
        id="rp-from"
        name="from"
        label="From"
        type="time"
        defaultValue={asked.from}
        error={problems.from}
      />
      <Field
        id="rp-until"
        name="until"
        label="Until"
        type="time"
        defaultValue={asked.until}
        error={problems.until}
      />
      <Field
        id="rp-why"
        name="why"
        label="Why, for the desk"
        maxLength={200}
        defaultValue={asked.why}
        autoComplete="off"
      />
      <button type="submit" className="btn second small">
        Draw the plan
      </button>
    </form>
  )
}

interface PlanProps {
  plan: RescuePlan
  view: RescueView
}

function Plan({ plan, view }: PlanProps) {
  const { flights, registration } = plan
  const span = `${formatTime(plan.from)} to ${formatTime(plan.until)}`
  return (
    <section className="desk-part" aria-labelledby="plan">
      <h2 id="plan">
        {registration}, {formatDay(plan.date)}, {span}
      </h2>
      {flights.length === 0 ? (
        <NothingHere what="No booked flight is hit.">
          {plan.out_of_service ? `${registration} is out of service for these hours.` : null}
        </NothingHere>
      ) : (
        <>
          <Figures plan={plan} />
          <Flights plan={plan} view={view} />
        </>
      )}
      {flights.length === 0 && plan.out_of_service ? null : <Press plan={plan} view={view} />}
      {flights.length === 0 ? null : <Alternatives plan={plan} view={view} />}
    </section>
  )
}

function Figures({ plan: { flights, cost, alternatives } }: Pick<PlanProps, 'plan'>) {
  const all = flights.flatMap(({ parties }) => parties)
  const people = (outcome: string) =>
    all.reduce((sum, one) => sum + (one.outcome === outcome ? one.people : 0), 0)
  const worst = alternatives.find(({ strategy }) => strategy === 'call_off')
  return (
    <dl className="figs">
      <Figure name="Flights hit" text={String(flights.length)}>
        {formatCount(all.length, 'party', 'parties')}
      </Figure>
      <Figure name="Fly at their time" text={String(people('stays'))}>
        with another aircraft
      </Figure>
      <Figure name="Fly at another time" text={String(people('moved'))}>
        of the same day
      </Figure>
      <Figure name="Seats that do not fly" text={String(cost.seats)}>
        {worst ? `${String(worst.cost.seats)} if all is called off` : 'of all that are hit'}
      </Figure>
      <Figure name="Money back, at most" text={formatDollars(cost.refund_amount)}>
        {cost.voucher_amount > 0
          ? `and ${formatDollars(cost.voucher_amount)} in vouchers`
          : 'and no vouchers'}
      </Figure>
    </dl>
  )
}

function Flights({ plan, view }: PlanProps) {
  return (
    <StaffTable
      label="Table: flights that are hit"
      heads={['Flight', 'What becomes of it', 'Parties', 'Costs', 'Do']}
      quiet={['Do']}
      caption="What becomes of each flight"
      stacked
    >
      {plan.flights.map((flight) => (
        <FlightRow key={flight.flight_id} flight={flight} plan={plan} view={view} />
      ))}
    </StaffTable>
  )
}

function FlightRow({ flight, plan, view }: PlanProps & { flight: RescueFlight }) {
  const { timezone: zone } = plan
  const { text, shape } = describeAct(flight)
  return (
    <tr>
      <th scope="row">
        <a href={`/staff/flights/${String(flight.flight_id)}`}>{flight.flight_code}</a>
        <small>
          {clockOf(flight.depart_at, zone)}, {flight.product_name}
        </small>
      </th>
      <td data-label="What becomes of it">
        <StaffState shape={shape}>{text}</StaffState>
      </td>
      <td data-label="Parties">
        {flight.parties.length === 0 ? 'Nobody has paid' : null}
        {flight.parties.map((party) => (
          <small key={party.order_id}>
            <a href={`/staff/orders/${String(party.order_id)}`}>
              {party.name || party.number}, {party.people}
            </a>
            : {describeOutcome(party, zone)}
            {party.told_by === 'call' && party.phone !== null ? ` ${party.phone}` : ''}
          </small>
        ))}
      </td>
      <td data-label="Costs">{describeCost(flight.cost)}</td>
      <td className="do">
        {flight.act === 'by_hand' ? null : (
          <form method="post" action={pressHref(view, plan)}>
            <PressFields plan={plan} view={view} flights={[flight]} />
            <button type="submit" className="btn second small">
              Only this<span className="vh">: {flight.flight_code}</span>
            </button>
          </form>
        )}
      </td>
    </tr>
  )
}

/** A refused press shows the plan as it is then, so its address says what it is about. */
const pressHref = ({ asked }: RescueView, { strategy }: RescuePlan) =>
  rescueHref({ ...asked, plan: strategy })

interface PressFieldsProps extends PlanProps {
  flights: readonly RescueFlight[]
}

const PressFields = ({ plan, view: { asked }, flights }: PressFieldsProps) => (
  <>
    <input type="hidden" name="aircraft" value={plan.aircraft_id} />
    <input type="hidden" name="date" value={plan.date} />
    <input type="hidden" name="from" value={plan.from} />
    <input type="hidden" name="until" value={plan.until} />
    <input type="hidden" name="plan" value={plan.strategy} />
    <input type="hidden" name="why" value={asked.why} />
    {flights.map(({ flight_id: id, seen }) => (
      <input key={id} type="hidden" name="seen" value={`${String(id)}.${seen}`} />
    ))}
  </>
)

function Press({ plan, view }: PlanProps) {
  const flights = plan.flights.filter(({ act }) => act !== 'by_hand')
  return (
    <form method="post" action={pressHref(view, plan)} className="weather-press">
      <PressFields plan={plan} view={view} flights={flights} />
      <ul className="weather-then">
        {describePress(plan).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className="btn-row">
        <button type="submit" className="btn">
          {flights.length === 0
            ? `Take ${plan.registration} out of service`
            : `Do it all: ${formatCount(flights.length, 'flight', 'flights')}`}
        </button>
        <a className="btn second" href="/staff/aircraft">
          Leave it
        </a>
      </div>
    </form>
  )
}

function Alternatives({ plan, view: { asked } }: PlanProps) {
  return (
    <>
      <h3>Beside it</h3>
      <StaffTable
        label="Table: other plans"
        heads={['Plan', 'Other aircraft', 'Moved', 'Called off', 'Seats lost', 'Costs']}
        figures={['Other aircraft', 'Moved', 'Called off', 'Seats lost']}
        caption="What each plan comes to"
        stacked
      >
        {plan.alternatives.map((one) => (
          <tr key={one.strategy}>
            <th scope="row">
              {one.strategy === plan.strategy ? (
                <>
                  {STRATEGIES[one.strategy]} <StaffState shape="here">Shown above</StaffState>
                </>
              ) : (
                <a href={rescueHref({ ...asked, plan: one.strategy })}>{STRATEGIES[one.strategy]}</a>
              )}
            </th>
            <td className="figure" data-label="Other aircraft">
              {formatCount(one.swaps, 'flight', 'flights')}
            </td>
            <td className="figure" data-label="Moved">
              {formatCount(one.moved, 'party', 'parties')}
            </td>
            <td className="figure" data-label="Called off">
              {formatCount(one.called_off + one.by_hand, 'party', 'parties')}
            </td>
            <td className="figure" data-label="Seats lost">
              {one.cost.seats}
            </td>
            <td data-label="Costs">{describeCost(one.cost)}</td>
          </tr>
        ))}
      </StaffTable>
    </>
  )
}
