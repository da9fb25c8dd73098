import { type SaleDay } from '#contract/sale-day.ts'
import { formatDay, formatMonth } from '../../format/local-time.ts'
import { addDays } from '../parts/add-days.ts'
import { ChooseButton } from './choose-button.tsx'
import { type SellChoice } from './load-sell-page.server.ts'
import { SalePart } from './sale-part.tsx'

/** The second choice: a day, of eight or of a month. */
export function DayChoice({ choice: { state, day, today } }: { choice: SellChoice }) {
  const days = day?.days ?? []
  const [first, last] = [days[0]?.date ?? state.date, days.at(-1)?.date ?? state.date]
  const earlier = state.month ? `${addDays(first, -1).slice(0, 7)}-01` : latest(addDays(first, -8), today)
  return (
    <SalePart
      step={2}
      title={
        <>
          Day{' '}
          <span className="muted">
            {state.month ? formatMonth(first.slice(0, 7)) : formatDay(state.date)}
          </span>
        </>
      }
      aside={
        <p className="sale-links">
          {first > today ? (
            <DaysButton state={state} to={earlier}>
              Earlier
            </DaysButton>
          ) : null}
          <DaysButton state={state} to={addDays(last, 1)}>
            Later
          </DaysButton>
          <ChooseButton name="month" value={state.month ? 'no' : 'yes'} className="sale-link">
            {state.month ? 'Eight days' : 'Whole month'}
          </ChooseButton>
        </p>
      }
      label="Day, with seats left"
      className="days"
      name="date"
      isLast={state.at === 'day'}
      options={days.map((one) => ({
        value: one.date,
        chosen: one.date === state.date,
        off: one.status !== 'open' && one.date !== state.date,
        words: (
          <>
            <small>
              {formatDay(one.date).slice(0, 3)}
              <span className="vh"> {formatDay(one.date)}</span>
            </small>
            <b>{Number(one.date.slice(8))}</b>
            <small>{leftOn(one, today)}</small>
          </>
        ),
      }))}
    />
  )
}

const latest = (a: string, b: string) => (a > b ? a : b)

/** In a month, another month is another day of it; otherwise only the strip moves. */
const DaysButton = ({
  state,
  to,
  children,
}: {
  state: SellChoice['state']
  to: string
  children: string
}) => (
  <ChooseButton name="from" value={to} className="sale-link">
    {children}
    <span className="vh">{state.month ? ' month' : ' days'}</span>
  </ChooseButton>
)

/** A day to come on which nothing is sold any more was closed, by staff or for the weather. */
function leftOn({ date, status, left }: SaleDay['days'][number], today: string): string {
  if (status === 'none') return 'closed'
  if (status === 'past') return date > today ? 'closed' : 'ended'
  return left === 0 ? 'full' : `${String(left)} left`
}
