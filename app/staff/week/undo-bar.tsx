import { type ReactNode } from 'react'
import { type StaffWeek } from '#contract/staff-week.ts'
import { formatCount } from '../parts/count-noun.ts'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import {
  dateTitle,
  datesOn,
  dayText,
  findDate,
  type FoundDate,
  keptSeats,
  shortDollars,
  sumLoad,
} from './week-words.ts'
import { weekHref, type WeekDone, type WeekView, writePlace } from './week-view.ts'

interface BarProps {
  week: StaffWeek
  view: WeekView
}

/** What was just done, and the form that puts it back. */
export function UndoBar({ week, view }: BarProps) {
  const { done } = view
  if (!done) return null
  if ('targets' in done) return <DayDone week={week} view={view} done={done} />
  const found = findDate(week, done.place)
  if (!found) return null
  return done.what === 'priced' ? (
    <PriceDone view={view} found={found} done={done} />
  ) : (
    <DateDone view={view} found={found} what={done.what} />
  )
}

const placeOf = ({ date }: FoundDate) => writePlace({ departureId: date.departure_id, date: date.date })

function Bar({ text, view, children }: { text: string; view: WeekView; children: ReactNode }) {
  return (
    <div className="undo" role="status" {...READ_FIRST}>
      <span>{text}</span>
      <form method="post" action={weekHref(view)}>
        <input type="hidden" name="undo" value="yes" />
        {children}
      </form>
    </div>
  )
}

function UndoButton({ name, value }: { name: string; value: string }) {
  return (
    <button type="submit" className="btn second small" name={name} value={value}>
      Undo
    </button>
  )
}

function DateDone({ view, found, what }: { view: WeekView; found: FoundDate; what: 'closed' | 'opened' }) {
  const { date } = found
  const closed = what === 'closed'
  // Somebody else may have changed it meanwhile.
  if (closed !== (date.state === 'closed')) return null
  const text = closed
    ? `Closed: ${dateTitle(found)}.${keptSeats(date.parties, date.seats_sold)}`
    : `Open again: ${dateTitle(found)}.`
  return (
    <Bar text={text} view={view}>
      <UndoButton name={closed ? 'open' : 'close'} value={`${placeOf(found)} ${date.version}`} />
    </Bar>
  )
}

function DayDone({
  week,
  view,
  done,
}: BarProps & { done: Extract<WeekDone, { what: 'day_closed' | 'day_opened' }> }) {
  const at = week.days.findIndex(({ date }) => date === done.date)
  const day = week.days[at]
  if (!day) return null
  const closed = done.what === 'day_closed'
  const { parties, sold } = sumLoad(datesOn(week, at).filter(({ state }) => state === 'day_closed'))
  const count = new Set(done.targets.split(',').map((one) => one.split('.')[0])).size
  const products = formatCount(count, 'product', 'products')
  const text = closed
    ? `Closed: ${dayText(done.date)}, ${products}.${keptSeats(parties, sold)}`
    : `Open again: ${dayText(done.date)}, ${products}.`
  return (
    <Bar text={text} view={view}>
      <input type="hidden" name="terminal" value={week.terminal.id} />
      <input type="hidden" name="targets" value={done.targets} />
      {done.reason === '' ? null : <input type="hidden" name="reason" value={done.reason} />}
      <UndoButton name={closed ? 'open_day' : 'close_day'} value={`${done.date} ${day.version}`} />
    </Bar>
  )
}

function PriceDone({
  view,
  found,
  done,
}: {
  view: WeekView
  found: FoundDate
  done: Extract<WeekDone, { what: 'priced' }>
}) {
  const { date } = found
  const was = done.priceWas === '' ? '' : `, before ${shortDollars(Number(done.priceWas))}`
  return (
    <Bar
      view={view}
      text={`New price: ${dateTitle(found)} ${shortDollars(date.price)}${was}. Sold seats keep their price.`}
    >
      <input type="hidden" name="date_was" value={done.dateWas} />
      <input type="hidden" name="rule_was" value={done.ruleWas} />
      <UndoButton name="reprice" value={`${placeOf(found)} ${date.version}`} />
    </Bar>
  )
}
