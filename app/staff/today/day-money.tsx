import { type StaffDay } from '#contract/staff-day.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { Figure } from '../parts/figure.tsx'

/** The money of the day, which is read twice a day. */
export function DayMoney({ money }: Pick<StaffDay, 'money'>) {
  const { taken, taken_week_before: before, refunded, due, orders_due: count, drawer } = money
  return (
    <section aria-labelledby="money" className="today-part">
      <h2 id="money">Money today</h2>
      <dl className="figs">
        <Figure name="Taken" text={formatDollars(taken)}>
          {compare(taken, before)}
        </Figure>
        <Figure name="Still to pay" text={formatDollars(due)}>
          {count === 0
            ? 'By phone and at the counter'
            : `${String(count)} ${count === 1 ? 'order' : 'orders'}`}
        </Figure>
        <Figure name="Refunded" text={formatDollars(refunded)}>
          By the day it left
        </Figure>
        <Figure name="Cash in the drawer" text={drawer === null ? '–' : formatDollars(drawer)}>
          <a href="/staff/drawer">{drawer === null ? 'No drawer is open' : 'Count it'}</a>
        </Figure>
      </dl>
    </section>
  )
}

function compare(taken: number, before: number): string {
  if (before === 0) return 'Nothing a week before'
  const percent = Math.round(((taken - before) / before) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${formatPercent(Math.abs(percent))} on ${formatDollars(before)} a week before`
}
