import { eq } from 'drizzle-orm'
import {
  type DepartureWeek,
  type DepartureWeekFields,
  type PlannedDeparture,
} from '#contract/departure-week.ts'
import { products } from '../db/schema/catalogue.ts'
import { type ApiDeps } from '../deps.ts'
import { addDays, instantOf } from '../rules/time/local-time.ts'
import { SKIPPED_DAY_REASON, NO_AIRCRAFT, planWeek, type WeekPlan } from './plan-week.ts'
import { departureExceptionResource, departureResource } from './product-resources.ts'
import { type Refusal, type Writer } from '../resources/resource.ts'
import { createRowIn, Refused, writeResource } from '../resources/write-rows.ts'

type Painted = { ok: true; week: DepartureWeek } | Refusal

/**
 * Creates a week of departures, all or nothing, each with a line in the audit log, or only previews
 * it. Each rule is on sale at once and ends with the last day. It is closed on dates before the
 * first day, on days when the product has that departure already, and, if requested, on days
 * without a free aircraft.
 */
export async function paintWeek(deps: ApiDeps, input: DepartureWeekFields, by: Writer): Promise<Painted> {
  return writeResource(deps, departureResource, async (tx) => {
    // Lock the product, so that the second of two parallel requests finds the rules of the first.
    if (!input.preview)
      await tx
        .select({ id: products.id })
        .from(products)
        .where(eq(products.id, input.product_id))
        .for('no key update')
    const planned = await planWeek(tx, input, by.now)
    if (!planned.ok) return planned
    const { plan } = planned
    let [made, closed] = [0, 0]
    for (const { departure: one, closed: dates } of plan.planned) {
      if (one.state !== 'new' && one.state !== 'conflict') continue
      closed += dates.length
      made += 1
      if (input.preview) continue
      const rule = await createRowIn(tx, departureResource, ruleOf(input, plan, one), by)
      if (!rule.ok) throw new Refused(rule)
      one.id = rule.row.id
      for (const date of dates) {
        const row = {
          product_id: input.product_id,
          departure_id: one.id,
          date,
          kind: 'closed',
          reason: explainSkippedDay(input, one, date),
        }
        const exception = await createRowIn(tx, departureExceptionResource, row, by)
        if (!exception.ok) throw new Refused(exception)
      }
    }
    return { ok: true as const, week: presentWeek(input, plan, { made, closed_dates: closed }) }
  })
}

function explainSkippedDay(
  { from, left_out_dates: leftOut }: DepartureWeekFields,
  { conflict_dates: conflicts }: PlannedDeparture,
  date: string,
): string {
  if (date < from) return `From ${from}`
  if (leftOut.includes(date)) return SKIPPED_DAY_REASON
  return conflicts.includes(date) ? NO_AIRCRAFT : 'Leaves then already'
}

function presentWeek(
  input: DepartureWeekFields,
  { planned, product, daysOff, aircraft }: WeekPlan,
  counts: { made: number; closed_dates: number },
): DepartureWeek {
  const departures = planned.map(({ departure }) => departure)
  const flying = departures.filter(({ state }) => state === 'new' || state === 'conflict')
  return {
    product_id: input.product_id,
    product: { publish_status: product.publishStatus, availability: product.availability },
    publish_status: input.publish_status,
    publish_at: input.publish_at,
    ...counts,
    flights: flying.reduce((sum, { dates }) => sum + dates, 0),
    first_date: flying.map(({ first_date: date }) => date).toSorted()[0] ?? null,
    last_date:
      flying
        .map(({ last_date: date }) => date)
        .toSorted()
        .at(-1) ?? null,
    days_off: daysOff,
    aircraft: aircraft.length,
    registrations: aircraft,
    departures,
  }
}

const ruleOf = (
  input: DepartureWeekFields,
  { timezone }: WeekPlan,
  { day_of_week: day, time }: PlannedDeparture,
) => ({
  product_id: input.product_id,
  day_of_week: day,
  departure_type: time === null ? 'sunset' : 'fixed',
  time,
  offset_in_mins: time === null ? 0 : null,
  fare_id: input.fare_id,
  seat_price: input.seat_price,
  flight_price: input.flight_price,
  publish_status: input.publish_status,
  publish_at: input.publish_at,
  publish_until: instantOf(addDays(input.until, 1), '00:00', timezone).toISOString(),
})
