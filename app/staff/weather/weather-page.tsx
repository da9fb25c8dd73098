import { type WeatherDayPreview, type WeatherDaySummary, WEATHER_HOLD_HOURS } from '#contract/weather-day.ts'
import { type WeatherHoldSummary } from '#contract/weather-hold.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDay, formatShortDay, formatTime } from '../../format/local-time.ts'
import { Field } from '../../ui/field.tsx'
import { FormErrors } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { Figure } from '../parts/figure.tsx'
import { nearMoment } from '../parts/near-days.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { WeatherReports } from '../parts/weather-reports.tsx'
import { HoldForm, type HoldFormProps } from './hold-form.tsx'
import { describeHoldState } from './hold-words.ts'
import { type WeatherPlan } from './load-weather.server.ts'
import {
  HOLD_SHAPE,
  holdHref,
  MOST_WORDS,
  WEATHER_REASONS,
  weatherHref,
  weatherNote,
} from './weather-view.ts'
import { describeChoices, describePress, needOf, partyTitle, pressText } from './weather-words.ts'

interface WeatherPageProps extends WeatherPlan {
  failure: string | undefined
  /** The refused form of a hold. */
  refusal: FormAnswer | undefined
}

/** Calls off an afternoon, or holds it: the span, who is affected and what each is offered, and one press. */
export function WeatherPage({ failure, refusal, ...plan }: WeatherPageProps) {
  const { preview, problem, problemField, before, holds, reports } = plan
  const form = plainForm(HOLD_SHAPE, refusal, { decide_time: plan.decideTime })
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <div className="desk-head">
        <div>
          <h1>Weather day</h1>
          <p className="muted">
            Call it off: other seats are held for each party, then all are told once. Or put it on hold until
            you know. Safe to press twice.
          </p>
        </div>
      </div>
      <Failure text={failure ?? (problemField === undefined ? problem : undefined)} />
      <OpenHolds holds={holds.filter(({ state }) => state === 'open')} />
      <SpanForm plan={plan} />
      <WeatherReports reports={reports} />
      {preview ? <Preview plan={plan} preview={preview} form={form} /> : null}
      <Before days={before} />
      <HoldsBefore holds={holds.filter(({ state }) => state !== 'open')} />
    </div>
  )
}

const REASONS = Object.entries(WEATHER_REASONS).map(([id, name]) => ({ id, name: name.replace(/\.$/, '') }))
const HOURS = WEATHER_HOLD_HOURS.map((id) => ({ id, name: `${String(id)} hours` }))

function SpanForm({ plan }: { plan: WeatherPlan }) {
  const { view, terminals, problem, problemField } = plan
  const errorOf = (field: 'from' | 'until') => (problemField === field ? problem : undefined)
  return (
    <form
      method="get"
      action="/staff/weather"
      className="desk-tools weather-span"
      aria-label="What cannot fly"
    >
      <SelectField id="wd-terminal" name="terminal" label="Terminal" defaultValue={String(view.terminal)}>
        <NamedOptions of={terminals} />
      </SelectField>
      <Field id="wd-date" name="date" label="Day" type="date" defaultValue={view.date} />
      <Field
        id="wd-from"
        name="from"
        label="From"
        type="time"
        defaultValue={view.from}
        error={errorOf('from')}
      />
      <Field
        id="wd-until"
        name="until"
        label="Until"
        type="time"
        defaultValue={view.until}
        error={errorOf('until')}
      />
      <SelectField id="wd-why" name="why" label="Why, as they read it" defaultValue={view.why}>
        <NamedOptions of={REASONS} />
      </SelectField>
      <SelectField id="wd-hold" name="hold" label="Hold other seats for" defaultValue={String(view.hold)}>
        <NamedOptions of={HOURS} />
      </SelectField>
      <Field
        id="wd-words"
        name="words"
        label="One more sentence"
        need="optional"
        maxLength={MOST_WORDS}
        defaultValue={view.words}
        autoComplete="off"
      />
      <button type="submit" className="btn second small">
        Show who is affected
      </button>
    </form>
  )
}

interface PreviewProps {
  plan: WeatherPlan
  preview: WeatherDayPreview
  form: HoldFormProps['form']
}

/** With so many parties or fewer all of them are shown. */
const FIRST_SHOWN = 12

function Preview({ plan, preview, form }: PreviewProps) {
  const { view, formKey, holdPreview } = plan
  const { parties, weather_day_id: declared } = preview
  if (preview.departures === 0)
    return (
      <NothingHere what="All departures of this time are called off.">
        {declared === null ? null : <a href={`/staff/weather/${String(declared)}`}>See the answers</a>}
      </NothingHere>
    )
  return (
    <section className="desk-part" aria-labelledby="affected">
      <h2 id="affected">
        {formatDay(view.date)}, {formatTime(view.from)} to {formatTime(view.until)}, {preview.terminal_name}
      </h2>
      <Figures preview={preview} />
      {declared === null ? null : (
        <p>
          This time was called off before; what came in since then joins it.{' '}
          <a href={`/staff/weather/${String(declared)}`}>See the answers</a>
        </p>
      )}
      {parties.length === 0 ? (
        <NothingHere what="Nobody has booked.">The press only closes the sale.</NothingHere>
      ) : (
        <Parties preview={preview} view={view} />
      )}
      <form method="post" action="/staff/weather" className="weather-press">
        <input type="hidden" name="key" value={formKey} />
        {Object.entries(view).map(([name, value]) =>
          value === null || value === '' ? null : (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        <ul className="weather-then">
          {describePress(preview).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li>
            {`They read: “${weatherNote(view)}” Seats are held for ${String(view.hold)} hours, `}
            unless somebody buys them before the press.
          </li>
        </ul>
        <button type="submit" className="btn">
          {pressText(preview)}
        </button>
      </form>
      {holdPreview ? <HoldForm plan={plan} preview={holdPreview} form={form} /> : null}
    </section>
  )
}

function Figures({ preview: { departures, booked, parties } }: Pick<PreviewProps, 'preview'>) {
  const people = parties.reduce((sum, one) => sum + one.people, 0)
  const full = parties.filter(({ alternatives }) => alternatives.length >= 3).length
  const none = parties.filter(({ alternatives }) => alternatives.length === 0).length
  const cents = parties.reduce((sum, one) => sum + Math.round((one.voucher_amount ?? 0) * 100), 0)
  return (
    <dl className="figs">
      <Figure name="Departures off" text={String(departures)}>
        {booked} booked
      </Figure>
      <Figure name="Passengers" text={String(people)}>
        in {formatCount(parties.length, 'party', 'parties')}
      </Figure>
      <Figure name="With 3 alternatives" text={String(full)}>
        held before they are told
      </Figure>
      <Figure name="With fewer" text={String(parties.length - full - none)}>
        one or two
      </Figure>
      <Figure name="To call" text={String(none)}>
        {none === 0 ? 'every party finds some' : 'no seats for them'}
      </Figure>
      <Figure name="Money in question" text={formatDollars(cents / 100)}>
        paid by all of them
      </Figure>
    </dl>
  )
}

const HEADS = ['Party', 'Flight', 'Held for them', 'May choose', 'Paid'] as const

function Parties({ preview, view }: Pick<PreviewProps, 'preview'> & { view: WeatherPlan['view'] }) {
  const sorted = preview.parties.toSorted((a, b) => needOf(a) - needOf(b))
  const shown = view.show === 'all' ? sorted : sorted.slice(0, FIRST_SHOWN)
  return (
    <>
      <StaffTable
        label="Table: who is affected"
        heads={HEADS}
        figures={['Paid']}
        caption="Who is affected, and what each is offered"
        stacked
      >
        {shown.map((party) => (
          <PartyRow key={`${String(party.order_id)} ${party.depart_at}`} party={party} date={view.date} />
        ))}
      </StaffTable>
      {shown.length === sorted.length ? null : (
        <p className="muted">
          {formatCount(sorted.length - shown.length, 'more party', 'more parties')}.{' '}
          <a href={weatherHref({ ...view, show: 'all' })}>Show all {sorted.length}</a>
        </p>
      )}
    </>
  )
}

function PartyRow({ party, date }: { party: WeatherDayPreview['parties'][number]; date: string }) {
  const { alternatives, timezone: zone, voucher_amount: paid } = party
  return (
    <tr>
      <th scope="row">
        <a href={`/staff/orders/${String(party.order_id)}`}>{partyTitle(party)}</a>
        <small>{party.phone ?? 'No phone'}</small>
      </th>
      <td data-label="Flight">
        {party.product_name} <span className="moment">{nearMoment(party.depart_at, zone, date)}</span>
      </td>
      <td data-label="Held for them">
        {alternatives.length === 0 ? (
          <span className="st late">{party.told_by === 'call' ? 'None: call first' : 'None: call them'}</span>
        ) : (
          alternatives.map(({ depart_at: at }) => nearMoment(at, zone, date)).join(' · ')
        )}
      </td>
      <td data-label="May choose">{describeChoices(party)}</td>
      <td className="figure" data-label="Paid">
        {paid === null ? 'None' : formatDollars(paid)}
      </td>
    </tr>
  )
}

function OpenHolds({ holds }: { holds: readonly WeatherHoldSummary[] }) {
  if (holds.length === 0) return null
  return (
    <section className="desk-part" aria-labelledby="on-hold">
      <h2 id="on-hold">On hold now</h2>
      <HoldTable holds={holds} label="Table: on hold now" />
    </section>
  )
}

function HoldsBefore({ holds }: { holds: readonly WeatherHoldSummary[] }) {
  if (holds.length === 0) return null
  return (
    <section className="desk-part" aria-labelledby="holds-before">
      <h2 id="holds-before">Holds before</h2>
      <HoldTable holds={holds} label="Table: holds before" />
    </section>
  )
}

function HoldTable({ holds, label }: { holds: readonly WeatherHoldSummary[]; label: string }) {
  return (
    <StaffTable
      label={label}
      heads={['Time', 'Terminal', 'Departures', 'State']}
      figures={['Departures']}
      caption={label.replace('Table: ', '')}
      stacked
    >
      {holds.map((hold) => {
        const { shape, text } = describeHoldState(hold)
        return (
          <tr key={hold.id}>
            <th scope="row">
              <a href={holdHref(hold.id)}>
                {formatShortDay(hold.date)}, {formatTime(hold.from)} to {formatTime(hold.until)}
              </a>
            </th>
            <td data-label="Terminal">{hold.terminal_name}</td>
            <td className="figure" data-label="Departures">
              {hold.departures}
            </td>
            <td data-label="State">
              <StaffState shape={shape}>{text}</StaffState>
            </td>
          </tr>
        )
      })}
    </StaffTable>
  )
}

function Before({ days }: { days: readonly WeatherDaySummary[] }) {
  return (
    <section className="desk-part" aria-labelledby="before">
      <h2 id="before">Weather days before</h2>
      {days.length === 0 ? (
        <NothingHere what="None so far." />
      ) : (
        <StaffTable
          label="Table: weather days before"
          heads={['Day', 'Terminal', 'Departures', 'Answered']}
          figures={['Departures', 'Answered']}
          caption="Weather days before"
          stacked
        >
          {days.map((day) => (
            <tr key={day.id}>
              <th scope="row">
                <a href={`/staff/weather/${String(day.id)}`}>
                  {formatShortDay(day.date)}, {formatTime(day.from)} to {formatTime(day.until)}
                </a>
              </th>
              <td data-label="Terminal">{day.terminal_name}</td>
              <td className="figure" data-label="Departures">
                {day.departures}
              </td>
              <td className="figure" data-label="Answered">
                {day.answered_count} of {day.party_count}
              </td>
            </tr>
          ))}
        </StaffTable>
      )}
    </section>
  )
}
