import { type ReactNode } from 'react'
import { type StaffDay } from '#contract/staff-day.ts'
import { formatDollars } from '../../format/format-dollars.ts'

/** The money of the day, which is read twice a day. */
export function DayMoney({ money }: Pick<StaffDay, 'money'>) {
  const { taken, taken_week_before: before, refunded, due, orders_due: count, drawer } = money
  return (
    <section aria-labelledby="money" className="today-part">
      <h2 id="money">Money today</h2>
      <dl className="figs">
        <Figure name="Taken" amount={taken}>
          {compare(taken, before)}
        </Figure>
        <Figure name="Still to pay" amount={due}>
          {count === 0
            ? 'By phone and at the counter'
            : `${String(count)} ${count === 1 ? 'order' : 'orders'}`}
        </Figure>
        <Figure name="Refunded" amount={refunded}>
          By the day it left
        </Figure>
        <Figure name="Cash in the drawer" amount={drawer}>
          <a href="/staff/drawer">{drawer === null ? 'No drawer is open' : 'Count it'}</a>
        </Figure>
      </dl>
    </section>
  )
}

interface FigureProps {
  name: string
  amount: number | null
  children: ReactNode
}

/** A large amount; its cents are set smaller. */
function Figure({ name, amount, children }: FigureProps) {
  const text = amount === null ? '–' : formatDollars(amount)
  const point = text.indexOf('.') + 1
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        {point === 0 ? text : text.slice(0, point)}
        {point === 0 ? null : <small>{text.slice(point)}</small>}
      </dd>
      <dd className="sm">{children}</dd>
    </div>
  )
}

function compare(taken: number, before: number): string {
  if (before === 0) return 'Nothing a week before'
  const percent = Math.round(((taken - before) / before) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${String(Math.abs(percent))} % on ${formatDollars(before)} a week before`
}
