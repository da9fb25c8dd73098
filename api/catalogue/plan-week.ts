import { and, between, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import {
  type DepartureWeekFields,
  LONGEST_AHEAD_DAYS,
  LONGEST_SPAN_DAYS,
  type PlannedDeparture,
} from '#contract/departure-week.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx } from '../db/client.ts'
import { aircraft, departureExceptions, departures, products, terminals } from '../db/schema/catalogue.ts'
import { addDays, addMinutes, datesBetween, dayOfWeek, toLocalDate } from '../rules/time/local-time.ts'
import { isPublished } from '../rules/time/published.ts'
import { slots } from '../db/schema/inventory.ts'
import { type Coordinates } from '../rules/time/sunset.ts'
import { type DateException, type DepartureRule, findDepartAt, fliesOn } from '../rules/time/timetable.ts'

/**
 * A departure of the week, and the days on which its rule would fly by its weekday and must not.
 */
interface PlannedRule {
  departure: PlannedDeparture
  closed: string[]
}
export interface WeekPlan {
  planned: PlannedRule[]
  product: Pick<typeof products.$inferSelect, 'publishStatus' | 'availability'>
  /**
   * Days of the span, and of the weekdays that are asked for, on which the whole product does not
   * fly.
   */
  daysOff: { date: string; reason: string }[]
  /** Registrations of what can fly it. */
  aircraft: string[]
  timezone: string
}
type Planned = { ok: true; plan: WeekPlan } | { ok: false; reason: 'invalid'; fields: FieldErrors }

/** Why a rule does not fly on a day that was left out when it was painted. */
export const SKIPPED_DAY_REASON = 'Left out'
/** The same where it would have had no aircraft of its own. */
export const NO_AIRCRAFT = 'No aircraft of its own'

/** What needs one of the aircraft on some day. */
interface Busy {
  /** The rule; 0 of one that is being planned. */
  departureId: number
  from: Date
  until: Date
  name: string
  productId: number
}
interface Ground {
  asked: DepartureWeekFields
  product: typeof products.$inferSelect
  place: Coordinates
  /** At the terminal: nothing before it is planned or closed. */
  today: string
  /** The days that are asked for, from today on. */
  span: readonly string[]
  exceptions: readonly DateException[]
  /** The days left out now. */
  leftOut: ReadonlySet<string>
  /** By day; whatever is planned is added. */
  busy: Map<string, Busy[]>
  fleet: number
  turnaround: number
}

const refused = (fields: FieldErrors): Planned => ({ ok: false, reason: 'invalid', fields })

/** What a week of departures would be, and where it meets what leaves already. Writes nothing. */
export async function planWeek(db: DbOrTx, asked: DepartureWeekFields, now: Date): Promise<Planned> {
  const [found] = await db
    .select({ product: products, place: terminals })
    .from(products)
    .innerJoin(terminals, eq(terminals.id, products.departureTerminalId))
    .where(eq(products.id, asked.product_id))
  if (!found) return refused({ product_id: ['There is no such thing'] })
  const { product, place } = found
  const today = toLocalDate(now, place.timezone)
  const wrong = wrongIn(asked, today)
  if (wrong) return refused(wrong)
  const fleet = await db
    .select({ registration: aircraft.registration, turnaroundMins: aircraft.turnaroundMins })
    .from(aircraft)
    .where(
      and(
        eq(aircraft.terminalId, place.id),
        eq(aircraft.aircraftTypeId, product.aircraftTypeId),
        eq(aircraft.inService, true),
      ),
    )
    .orderBy(aircraft.registration)
  const turnaround = Math.max(0, ...fleet.map(({ turnaroundMins }) => turnaroundMins))
  const others = await loadOthers(db, { terminalId: place.id, typeId: product.aircraftTypeId, now })
  const exceptions = await loadExceptions(
    db,
    [product.id, ...others.map(({ productId }) => productId)],
    asked,
  )
  const ofProduct = (id: number) => exceptions.filter(({ productId }) => productId === id)
  const span = datesBetween(asked.from > today ? asked.from : today, asked.until)
  const busy = new Map(span.map((date): [string, Busy[]] => [date, []]))
  for (const { rule, name, productId, minutes } of others) {
    for (const { date, from } of listDepartures(rule, { span, place, exceptions: ofProduct(productId) })) {
      if (!isPublished(rule, from)) continue
      const until = addMinutes(from, minutes + turnaround)
      busy.get(date)?.push({ departureId: rule.id, from, until, name, productId })
    }
  }
  const closed = ofProduct(product.id)
  const leftOut = new Set(asked.left_out_dates)
  const off = [...leftOut].map((date) => ({ departureId: null, date, kind: 'closed' as const }))
  const ground = {
    asked,
    product,
    place,
    today,
    span,
    leftOut,
    exceptions: [...closed, ...off],
    busy,
    fleet: fleet.length,
    turnaround,
  }
  const rules = rulesOf(asked).flatMap((rule) => planRule(rule, ground))
  const [first] = rules.flatMap(({ firstAt }) => firstAt ?? []).toSorted((a, b) => a.getTime() - b.getTime())
  if (rules.length === 0) {
    return refused({ days: ['None of these days is in the span, or it is closed on all of them'] })
  }
  if (asked.publish_at !== null && first && new Date(asked.publish_at) > first) {
    return refused({ publish_at: ['Must not be after the first departure leaves'] })
  }
  const booked = await findBooked(db, rules)
  for (const { departure, met } of rules) departure.departureAlreadyInUse = met.some((one) => booked.has(one))
  return {
    ok: true,
    plan: {
      planned: rules,
      product,
      daysOff: daysOffOf(
        span.filter((date) => asked.days.includes(dayOfWeek(date))),
        { closed, leftOut },
      ),
      aircraft: fleet.map(({ registration }) => registration),
      timezone: place.timezone,
    },
  }
}

/** A rule of the week, when it first leaves, and what it meets: `rule's id, day`. */
type Judged = PlannedRule & { firstAt: Date | undefined; met: string[] }

const meeting = (departureId: number, date: string) => `${String(departureId)} ${date}`

/** Of what the week meets, that on which somebody is booked. */
async function findBooked(db: DbOrTx, rules: readonly Judged[]): Promise<Set<string>> {
  const ids = new Set(rules.flatMap(({ met }) => met.map((one) => Number(one.split(' ')[0]))))
  const dates = new Set(rules.flatMap(({ met }) => met.map((one) => one.split(' ')[1] ?? '')))
  ids.delete(0)
  if (ids.size === 0) return new Set()
  const rows = await db
    .select({ id: slots.departureId, date: slots.localDate })
    .from(slots)
    .where(and(inArray(slots.departureId, [...ids]), inArray(slots.localDate, [...dates])))
  return new Set(rows.map(({ id, date }) => meeting(id, date)))
}

function daysOffOf(
  span: readonly string[],
  { closed, leftOut }: { closed: Awaited<ReturnType<typeof loadExceptions>>; leftOut: ReadonlySet<string> },
) {
  return span.flatMap((date) => {
    const shut = closed.find((one) => one.date === date && one.kind === 'closed' && one.departureId === null)
    return shut
      ? [{ date, reason: shut.reason }]
      : leftOut.has(date)
        ? [{ date, reason: SKIPPED_DAY_REASON }]
        : []
  })
}

/** The days a rule would leave on, each with what it meets there. */
function daysOf(rule: DepartureRule, ground: Ground) {
  const { product, busy, turnaround } = ground
  return listDepartures(rule, ground).map(({ date, from }) => {
    const until = addMinutes(from, product.flightDurationMins + turnaround)
    const beside = busy.get(date) ?? []
    const there = beside.some((one) => one.productId === product.id && one.from.getTime() === from.getTime())
    const meets = beside.filter((one) => one.from < until && one.until > from)
    return {
      date,
      there,
      own: { departureId: 0, from, until, name: product.name, productId: product.id },
      meets,
    }
  })
}

/**
 * Day by day: it is there when the product leaves then on all of them, and made for the others when
 * on some. Without conflicts it is made for the days that have an aircraft, and left out when none
 * has.
 */
function planRule(rule: DepartureRule, ground: Ground): Judged[] {
  const { asked, today, busy, fleet, span, leftOut } = ground
  const days = daysOf(rule, ground)
  const open = days.filter(({ there }) => !there)
  const conflicts = open.filter(({ meets }) => meets.length >= fleet)
  const alone = asked.without_conflicts ? open.filter((day) => !conflicts.includes(day)) : open
  const flown = [alone, open, days].find(({ length }) => length > 0) ?? []
  const [first] = flown
  if (!first) return []
  const shares = conflicts.length > 0 && !asked.without_conflicts
  const state = open.length === 0 ? 'there' : alone.length === 0 ? 'left_out' : shares ? 'conflict' : 'new'
  for (const { date, own } of alone) busy.get(date)?.push(own)
  const before = asked.from > today ? datesBetween(today, addDays(asked.from, -1)) : []
  const skipped = span.filter((date) => leftOut.has(date) && dayOfWeek(date) === rule.dayOfWeek)
  const made = state === 'new' || state === 'conflict'
  const names = conflicts.flatMap(({ meets }) => meets.map(({ name }) => name))
  return [
    {
      departure: {
        day_of_week: rule.dayOfWeek,
        time: rule.time,
        first_date: first.date,
        last_date: flown.at(-1)?.date ?? first.date,
        dates: flown.length,
        state,
        with: [...new Set(names)],
        conflict_dates: conflicts.map(({ date }) => date),
        departureAlreadyInUse: false,
        id: null,
      },
      closed: [
        ...before.filter((date) => dayOfWeek(date) === rule.dayOfWeek),
        ...days.filter(({ there }) => there).map(({ date }) => date),
        ...skipped,
        ...(asked.without_conflicts ? conflicts.map(({ date }) => date) : []),
      ],
      firstAt: made ? first.own.from : undefined,
      met: conflicts.flatMap(({ date, meets }) => meets.map(({ departureId }) => meeting(departureId, date))),
    },
  ]
}

/** The days of a span on which a rule flies, with the instant. */
const listDepartures = (
  rule: DepartureRule,
  { span, place, exceptions }: Pick<Ground, 'span' | 'place' | 'exceptions'>,
): { date: string; from: Date }[] =>
  span.flatMap((date) => {
    const from = fliesOn(rule, date, exceptions) ? findDepartAt(rule, date, place) : undefined
    return from ? [{ date, from }] : []
  })

function wrongIn(asked: DepartureWeekFields, today: string): FieldErrors | undefined {
  if (asked.times.length === 0 && !asked.at_sunset) return { times: ['Give a time, or choose sunset'] }
  if (asked.until < asked.from) return { until: ['Must not be before the first day'] }
  if (asked.until < today) return { until: ['This day is over'] }
  const outside = asked.left_out_dates.find((date) => date < asked.from || date > asked.until)
  if (outside !== undefined)
    return { left_out_dates: [`${outside} is not between the first day and the last`] }
  if (asked.from > addDays(today, LONGEST_AHEAD_DAYS)) return { from: ['Paint two years ahead at most'] }
  return asked.until >= addDays(asked.from, LONGEST_SPAN_DAYS)
    ? { until: ['Paint a year at most'] }
    : undefined
}

const rulesOf = ({ days, times, at_sunset: sunset }: DepartureWeekFields): DepartureRule[] =>
  [...new Set(days)]
    .toSorted((a, b) => a - b)
    .flatMap((day) => [
      ...[...new Set(times)].toSorted().map((time) => ruleOf(day, time)),
      ...(sunset ? [ruleOf(day, null)] : []),
    ])

const ruleOf = (day: number, time: string | null): DepartureRule => ({
  id: 0,
  dayOfWeek: day,
  departureType: time === null ? 'sunset' : 'fixed',
  time,
  offsetInMins: time === null ? 0 : null,
  tagList: [],
  publishAt: null,
  publishUntil: null,
  publishStatus: 'published',
})

/** Rules on sale, now or later, that need the same kind of aircraft at the same place. */
async function loadOthers(db: DbOrTx, at: { terminalId: number; typeId: number; now: Date }) {
  const rows = await db
    .select({
      rule: departures,
      name: products.name,
      productId: products.id,
      minutes: products.flightDurationMins,
    })
    .from(departures)
    .innerJoin(products, eq(products.id, departures.productId))
    .where(
      and(
        eq(products.aircraftTypeId, at.typeId),
        eq(departures.publishStatus, 'published'),
        or(isNull(departures.publishUntil), gt(departures.publishUntil, at.now)),
        or(
          eq(departures.departureTerminalId, at.terminalId),
          and(isNull(departures.departureTerminalId), eq(products.departureTerminalId, at.terminalId)),
        ),
      ),
    )
  return rows
}

const loadExceptions = (db: DbOrTx, productIds: readonly number[], { from, until }: DepartureWeekFields) =>
  db
    .select()
    .from(departureExceptions)
    .where(
      and(
        inArray(departureExceptions.productId, [...new Set(productIds)]),
        between(departureExceptions.date, from, until),
      ),
    )
