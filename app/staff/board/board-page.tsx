import { formatDay, formatShortDay } from '../../format/local-time.ts'
import { Field } from '../../ui/field.tsx'
import { FormErrors } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { addDays } from '../parts/add-days.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTabs } from '../parts/staff-tabs.tsx'
import { WeatherReports } from '../parts/weather-reports.tsx'
import { ASSIGN_SHAPES, type AssignedMeanwhile } from './board-forms.ts'
import { BoardList } from './board-list.tsx'
import { OpenFlights } from './board-side.tsx'
import { BoardTable } from './board-table.tsx'
import { boardHref } from './board-view.ts'
import { describeBoard } from './board-words.ts'
import { FlightPanel } from './flight-panel.tsx'
import { type DayBoard } from './load-board.server.ts'
import { PilotsTable } from './pilots-table.tsx'

export interface BoardPageProps extends DayBoard {
  answer: FormAnswer | undefined
  /** What a colleague set while the panel was open. */
  meanwhile: AssignedMeanwhile | null
}

/** Who flies what on a day, by aircraft, by pilot or as a list, with a panel to change it. */
export function BoardPage({ answer, meanwhile, ...day }: BoardPageProps) {
  const { view, flights, selected } = day
  const shape = Object.values(ASSIGN_SHAPES).find(({ id }) => id === answer?.form)
  return (
    <div className="wrap desk board-page">
      {shape ? <FormErrors form={plainForm(shape, answer)} /> : null}
      <Head day={day} />
      <TerminalChips day={day} />
      {flights.length === 0 ? (
        <NothingHere what="Nobody is booked on this day.">
          <a href={boardHref(view, { date: addDays(view.date, 1), terminal: null, flight: null })}>
            See the day after
          </a>
        </NothingHere>
      ) : (
        <>
          <div className="desk-cols">
            <div className="stack">
              <Views day={day} />
              <PilotsTable day={day} />
            </div>
            {selected ? (
              <FlightPanel {...{ day, flight: selected, answer, meanwhile }} />
            ) : (
              <OpenFlights day={day} />
            )}
          </div>
          {/* On phones what nobody flies yet comes before the weather of all terminals. */}
          <WeatherReports reports={day.reports} />
        </>
      )}
    </div>
  )
}

/** The tables of the terminals, or the list; by default phones show the list. */
function Views({ day }: { day: DayBoard }) {
  const { by } = day.view
  const shown = day.terminals.filter(({ id }) => day.flights.some((one) => one.terminal_id === id))
  return (
    <>
      {by === 'list' ? null : (
        <div className={by === null ? 'board-wide stack' : 'stack'}>
          <Legend />
          {shown.map((terminal) => (
            <BoardTable key={terminal.id} day={day} terminal={terminal} by={by ?? 'aircraft'} />
          ))}
        </div>
      )}
      {by === 'list' || by === null ? (
        <div className={by === null ? 'board-narrow' : undefined}>
          <BoardList day={day} />
        </div>
      ) : null}
    </>
  )
}

const Legend = () => (
  <p className="board-key">
    <StaffState shape="done">Landed</StaffState>
    <StaffState shape="in-air">In the air</StaffState>
    <StaffState shape="here">Check-in</StaffState>
    <StaffState shape="none">Scheduled</StaffState>
    <StaffState shape="late">Late, or something missing</StaffState>
    <StaffState shape="bad">Cannot fly as it is</StaffState>
    <span className="muted sm">Hatched: turnaround, or off</span>
  </p>
)

function Head({ day }: { day: DayBoard }) {
  const { view, flights, today } = day
  const { date, by } = view
  const other = { flight: null }
  const [before, after] = [addDays(date, -1), addDays(date, 1)]
  const tabs = [
    {
      text: 'Aircraft',
      href: boardHref(view, { by: 'aircraft' }),
      current: by === null || by === 'aircraft',
    },
    { text: 'Pilots', href: boardHref(view, { by: 'pilot' }), current: by === 'pilot' },
    { text: 'List', href: boardHref(view, { by: 'list' }), current: by === 'list' },
  ]
  return (
    <div className="desk-head">
      <div>
        <h1>{formatDay(date)}</h1>
        {flights.length === 0 ? null : <p className="muted">{describeBoard(flights)}</p>}
      </div>
      <div className="btn-row no-print">
        <StaffTabs label="View" tabs={tabs} />
        <a className="btn second small" href={boardHref(view, { ...other, date: before })}>
          {formatShortDay(before)}
        </a>
        {date === today ? null : (
          <a className="btn second small" href={boardHref(view, { ...other, date: null })}>
            Today
          </a>
        )}
        <a className="btn second small" href={boardHref(view, { ...other, date: after })}>
          {formatShortDay(after)}
        </a>
        <DayForm day={day} />
        <a className="btn second small" href={`/staff/weather?date=${date}`}>
          Weather day
        </a>
      </div>
    </div>
  )
}

function DayForm({ day: { view } }: { day: DayBoard }) {
  return (
    <form method="get" action="/staff/board" className="board-day" aria-label="Another day">
      {view.by === null ? null : <input type="hidden" name="by" value={view.by} />}
      {view.terminal === null ? null : <input type="hidden" name="terminal" value={view.terminal} />}
      <Field id="board-date" name="date" label="Day" type="date" defaultValue={view.date} />
      <button type="submit" className="btn second small">
        Show
      </button>
    </form>
  )
}

function TerminalChips({ day: { view, terminals } }: { day: DayBoard }) {
  if (terminals.length < 2) return null
  const tabs = [
    { text: 'All terminals', href: boardHref(view, { terminal: null }), current: view.terminal === null },
    ...terminals.map(({ id, name }) => ({
      text: name,
      href: boardHref(view, { terminal: id, flight: null }),
      current: view.terminal === id,
    })),
  ]
  return (
    <div className="no-print">
      <StaffTabs label="Terminal" tabs={tabs} />
    </div>
  )
}
