import { type WeatherHold, type WeatherHoldParty } from '#contract/weather-hold.ts'
import { formatDay, formatTime, toLocalTime } from '../../format/local-time.ts'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { nearMoment } from '../parts/near-days.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { WeatherReports } from '../parts/weather-reports.tsx'
import { describeHoldState, describeTold, PARTY_STATES, sortParties, summarizeHold } from './hold-words.ts'
import { type HoldPlan } from './load-hold.server.ts'
import { POSTPONE_SHAPE, weatherHref } from './weather-view.ts'
import { partyTitle } from './weather-words.ts'

interface HoldPageProps extends HoldPlan {
  failure: string | undefined
  /** The refused form for a later time. */
  refusal: FormAnswer | undefined
}

const DONE = {
  released: 'They fly. The parties are told now, and the departures are on sale again.',
  postponed: 'The parties are told the new time now.',
}

/** A hold: who waits for the decision and whom to call, and the two ways to decide it. */
export function HoldPage(props: HoldPageProps) {
  const { hold, reports, done, today, now, formKey, failure, refusal } = props
  const { shape, text } = describeHoldState(hold)
  const form = plainForm(POSTPONE_SHAPE, refusal, {
    decide_time: toLocalTime(hold.decide_at, hold.timezone),
  })
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <Failure text={failure} />
      {done === null || failure !== undefined || refusal ? null : <DoneBar text={DONE[done]} />}
      <div className="desk-head">
        <StaffPageTitle href="/staff/weather" above="Weather day" about={summarizeHold(hold, { now, today })}>
          {formatDay(hold.date)}, {formatTime(hold.from)} to {formatTime(hold.until)}
        </StaffPageTitle>
      </div>
      <p className="muted">
        <StaffState shape={shape}>{text}</StaffState> {hold.terminal_name},{' '}
        {formatCount(hold.departures, 'departure', 'departures')} put on hold{' '}
        {nearMoment(hold.created_at, hold.timezone, today)}
        {hold.note === null ? '' : `: “${hold.note}”`}
      </p>
      {hold.weather_day_id === null ? null : (
        <p>
          <a href={`/staff/weather/${String(hold.weather_day_id)}`}>See the answers to what was called off</a>
        </p>
      )}
      {hold.state === 'open' ? <Decide hold={hold} formKey={formKey} /> : null}
      <WeatherReports reports={reports} />
      <section className="desk-part" aria-labelledby="parties">
        <h2 id="parties">Parties</h2>
        {hold.parties.length === 0 ? (
          <NothingHere what="Nobody has booked.">
            {hold.state === 'open' ? 'Only the sale waits for the decision.' : 'Nobody had to be told.'}
          </NothingHere>
        ) : (
          <StaffTable
            label="Table: parties"
            heads={['Party', 'Told', 'How', 'Call']}
            caption="Parties of the hold"
            stacked
          >
            {sortParties(hold.parties).map((party) => (
              <PartyRow key={party.order_id} {...{ party, today }} zone={hold.timezone} />
            ))}
          </StaffTable>
        )}
      </section>
      {hold.state === 'open' ? (
        <section className="desk-part" aria-labelledby="later">
          <h2 id="later">Not yet?</h2>
          <form method="post" className="weather-press" {...form.props}>
            <input type="hidden" name="key" value={formKey} />
            <input type="hidden" name="act" value="postpone" />
            <input type="hidden" name="decide_at_was" value={hold.decide_at} />
            <TextField field={form.fields.decide_time} type="time" need="required" />
            <button type="submit" className="btn second small">
              {hold.parties.length === 0
                ? 'Move the time'
                : `Move the time, tell ${formatCount(hold.parties.length, 'party', 'parties')}`}
            </button>
          </form>
        </section>
      ) : null}
    </div>
  )
}

function Decide({ hold, formKey }: { hold: WeatherHold; formKey: string }) {
  const { parties, departures_on_hold: count, terminal_id: terminal, date, from, until } = hold
  const mailed = parties.filter(({ email }) => email !== null).length
  return (
    <section className="desk-part" aria-labelledby="decide">
      <h2 id="decide">Decide</h2>
      <ul className="weather-then">
        <li>
          {`They fly: ${formatCount(count, 'departure is', 'departures are')} sold again, ` +
            (mailed === 0
              ? 'nobody is mailed.'
              : `${formatCount(mailed, 'party is', 'parties are')} mailed once more, or texted.`)}
        </li>
        <li>
          What you closed yourself stays closed. A flight that you delay or call off alone leaves the hold.
        </li>
        <li>Call off: you see first what each party is offered; its mail is the only further one.</li>
      </ul>
      <div className="btn-row">
        <form method="post">
          <input type="hidden" name="key" value={formKey} />
          <button type="submit" className="btn" name="act" value="release">
            They fly
          </button>
        </form>
        <a className="btn second" href={weatherHref({ terminal, date, from, until })}>
          Call these flights off
        </a>
      </div>
    </section>
  )
}

function PartyRow({ party, zone, today }: { party: WeatherHoldParty; zone: string; today: string }) {
  const { shape, text } = PARTY_STATES[party.state]
  const who = partyTitle(party)
  return (
    <tr>
      <th scope="row">
        <a href={`/staff/orders/${String(party.order_id)}`}>{who}</a>
        <small>
          {party.product_name} {nearMoment(party.depart_at, zone, today)}
        </small>
      </th>
      <td data-label="Told">
        <StaffState shape={shape}>{text}</StaffState>
      </td>
      <td data-label="How">{describeTold(party, zone, today)}</td>
      <td data-label="Call">
        {party.phone === null ? (
          'No phone'
        ) : (
          <a href={`tel:${party.phone.replace(/[^\d+]/g, '')}`}>{party.phone}</a>
        )}
        {party.state === 'failed' ? (
          <>
            {' '}
            <a href={`/staff/orders/${String(party.order_id)}#mails`}>
              Correct the address<span className="vh"> of {who}</span>
            </a>
          </>
        ) : null}
      </td>
    </tr>
  )
}
