import { type AvailabilityMonth } from '#contract/availability.ts'
import { MonthTable } from './month-table.tsx'

/**
 * The lowest price of every day of a month. A day links to its departures, another month to the
 * calendar of the checkout.
 */
export function MonthGlance({ month, checkoutHref }: { month: AvailabilityMonth; checkoutHref: string }) {
  return (
    <section className="prod-part" id="month" aria-labelledby="month-title">
      <div className="head tight">
        <h2 id="month-title">The month at a glance</h2>
      </div>
      <MonthTable
        month={month}
        chosen=""
        dateHref={(date) => `${checkoutHref}?date=${date}#departures`}
        monthHref={(other) => `${checkoutHref}?month=${other}#calendar`}
        pending={false}
      />
    </section>
  )
}
