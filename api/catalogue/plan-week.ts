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
import {
  addDays,
  addMinutes,
  type Coordinates,
  type DateException,
  datesBetween,
  dayOfWeek,
  type DepartureRule,
  findDepartAt,
  fliesOn,
  isPublished,
  toLocalDate,
} from '../rules/time/local-time.ts'
import { slots } from '../db/schema/inventory.ts'

/** A departure of the week, and the days of its weekday on which it must not fly. */
interface PlannedRule {
  departure: PlannedDeparture
  closed: string[]
}
export interface WeekPlan {
  planned: PlannedRule[]
  product: Pick<typeof products.$inferSelect, 'publishStatus' | 'availability'>
  /** Requested days on which the whole product does not fly. */
  daysOff: { date: string; reason: string }[]
  /** Registrations of the aircraft that can fly it. */
  aircraft: string[]
  timezone: string
}
type Planned = { ok: true; plan: WeekPlan } | { ok: false; reason: 'invalid'; fields: FieldErrors }

/** The reason of an exception for a day that staff left out. */
export const SKIPPED_DAY_REASON = 'Left out'
/** The reason of an exception for a day without a free aircraft. */
export const NO_AIRCRAFT = 'No aircraft of its own'

/** A departure that needs one of the aircraft on a day. */
interface Busy {
  /** The rule's id; 0 while it is being planned. */
  departureId: number
  from: Date
  until: Date
  name: string
  productId: number
}
interface PlanContext {
  input: DepartureWeekFields
  product: typeof products.$inferSelect
  place: Coordinates
  /** Today at the terminal: nothing before it is planned or closed. */
  today: string
  /** The requested days, from today on. */
  span: readonly string[]
  exceptions: readonly DateException[]
  /** The days that this request leaves out. */
  leftOut: ReadonlySet<string>
  /** Departures by day, including the planned ones. */
  busy: Map<string, Busy[]>
  fleet: number
  turnaround: number
}

const refused = (fields: FieldErrors): Planned => ({ ok: false, reason: 'invalid', fields })

/** Plans a week of departures and finds conflicts with existing ones. Writes nothing. */
export async function planWeek(db: DbOrTx, input: DepartureWeekFields, now: Date): Promise<Planned> {
  const [found] = await db
    .select({ product: products, place: terminals })
    .from(products)
    .innerJoin(terminals, eq(terminals.id, products.departureTerminalId))
    .where(eq(products.id, input.product_id))
  if (!found) return refused({ product_id: ['There is no such thing'] })
  const { product, place } = found
  const today = toLocalDate(now, place.timezone)
  const problems = findInputProblems(input, today)
  if (problems) return refused(problems)
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
    input,
  )
  const ofProduct = (id: number) => exceptions.filter(({ productId }) => productId === id)
  const span = datesBetween(input.from > today ? input.from : today, input.until)
  const busy = new Map(span.map((date): [string, Busy[]] => [date, []]))
  for (const { rule, name, productId, minutes } of others) {
    for (const { date, from } of listDepartures(rule, { span, place, exceptions: ofProduct(productId) })) {
      if (!isPublished(rule, from)) continue
      const until = addMinutes(from, minutes + turnaround)
      busy.get(date)?.push({ departureId: rule.id, from, until, name, productId })
    }
  }
  const closed = ofProduct(product.id)
  const leftOut = new Set(input.left_out_dates)
  const off = [...leftOut].map((date) => ({ departureId: null, date, kind: 'closed' as const }))
  const context = {
    input,
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
  const rules = rulesOf(input).flatMap((rule) => planRule(rule, context))
  const [first] = rules.flatMap(({ firstAt }) => firstAt ?? []).toSorted((a, b) => a.getTime() - b.getTime())
  if (rules.length === 0) {
    return refused({ days: ['None of these days is in the span, or it is closed on all of them'] })
  }
  if (input.publish_at !== null && first && new Date(input.publish_at) > first) {
    return refused({ publish_at: ['Must not be after the first departure leaves'] })
  }
  const booked = await findBooked(db, rules)
  for (const { departure, conflictKeys } of rules)
    departure.departureAlreadyInUse = conflictKeys.some((one) => booked.has(one))
  return {
    ok: true,
    plan: {
      planned: rules,
      product,
      daysOff: daysOffOf(
        span.filter((date) => input.days.includes(dayOfWeek(date))),
        { closed, leftOut },
      ),
      aircraft: fleet.map(({ registration }) => registration),
      timezone: place.timezone,
    },
  }
}

/** A planned rule with its first departure and its conflicts (`rule's id, day`). */
type PlannedWithConflicts = PlannedRule & { firstAt: Date | undefined; conflictKeys: string[] }

const conflictKey = (departureId: number, date: string) => `${String(departureId)} ${date}`

/** Finds the conflicting departures that have bookings. */
async function findBooked(db: DbOrTx, rules: readonly PlannedWithConflicts[]): Promise<Set<string>> {
  const ids = new Set(
    rules.flatMap(({ conflictKeys }) => conflictKeys.map((one) => Number(one.split(' ')[0]))),
  )
  const dates = new Set(
    rules.flatMap(({ conflictKeys }) => conflictKeys.map((one) => one.split(' ')[1] ?? '')),
  )
  ids.delete(0)
  if (ids.size === 0) return new Set()
  const rows = await db
    .select({ id: slots.departureId, date: slots.localDate })
    .from(slots)
    .where(and(inArray(slots.departureId, [...ids]), inArray(slots.localDate, [...dates])))
  return new Set(rows.map(({ id, date }) => conflictKey(id, date)))
}

function daysOffOf(
  span: readonly string[],
  { closed, leftOut }: { closed: Awaited<ReturnType<typeof loadExceptions>>; leftOut: ReadonlySet<string> },
) {
  return span.flatMap((date) => {
    const exception = closed.find(
      (one) => one.date === date && one.kind === 'closed' && one.departureId === null,
    )
    return exception
      ? [{ date, reason: exception.reason }]
      : leftOut.has(date)
        ? [{ date, reason: SKIPPED_DAY_REASON }]
        : []
  })
}

/** The days on which a rule would leave, each with its conflicts. */
function daysOf(rule: DepartureRule, context: PlanContext) {
  const { product, busy, turnaround } = context
  return listDepartures(rule, context).map(({ date, from }) => {
    const until = addMinutes(from, product.flightDurationMins + turnaround)
    const beside = busy.get(date) ?? []
    const exists = beside.some((one) => one.productId === product.id && one.from.getTime() === from.getTime())
    const conflicts = beside.filter((one) => one.from < until && one.until > from)
    return {
      date,
      exists,
      own: { departureId: 0, from, until, name: product.name, productId: product.id },
      conflicts,
    }
  })
}

/**
 * Plans one rule day by day. Its state is `there` when the product has that departure on all days;
 * otherwise the rule is created for the other days. With `without_conflicts` it is created only for
 * days with a free aircraft, and left out when there are none.
 */
function planRule(rule: DepartureRule, context: PlanContext): PlannedWithConflicts[] {
  const { input, today, busy, fleet, span, leftOut } = context
  const days = daysOf(rule, context)
  const open = days.filter(({ exists }) => !exists)
  const conflictDays = open.filter(({ conflicts }) => conflicts.length >= fleet)
  const alone = input.without_conflicts ? open.filter((day) => !conflictDays.includes(day)) : open
  const flown = [alone, open, days].find(({ length }) => length > 0) ?? []
  const [first] = flown
  if (!first) return []
  const shares = conflictDays.length > 0 && !input.without_conflicts
  const state = open.length === 0 ? 'there' : alone.length === 0 ? 'left_out' : shares ? 'conflict' : 'new'
  for (const { date, own } of alone) busy.get(date)?.push(own)
  const before = input.from > today ? datesBetween(today, addDays(input.from, -1)) : []
  const skipped = span.filter((date) => leftOut.has(date) && dayOfWeek(date) === rule.dayOfWeek)
  const made = state === 'new' || state === 'conflict'
  const names = conflictDays.flatMap(({ conflicts }) => conflicts.map(({ name }) => name))
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
        conflict_dates: conflictDays.map(({ date }) => date),
        departureAlreadyInUse: false,
        id: null,
      },
      closed: [
        ...before.filter((date) => dayOfWeek(date) === rule.dayOfWeek),
        ...days.filter(({ exists }) => exists).map(({ date }) => date),
        ...skipped,
        ...(input.without_conflicts ? conflictDays.map(({ date }) => date) : []),
      ],
      firstAt: made ? first.own.from : undefined,
      conflictKeys: conflictDays.flatMap(({ date, conflicts }) =>
        conflicts.map(({ departureId }) => conflictKey(departureId, date)),
      ),
    },
  ]
}

/** The days of a period on which a rule flies, with the time. */
const listDepartures = (
  rule: DepartureRule,
  { span, place, exceptions }: Pick<PlanContext, 'span' | 'place' | 'exceptions'>,
): { date: string; from: Date }[] =>
  span.flatMap((date) => {
    const from = fliesOn(rule, date, exceptions) ? findDepartAt(rule, date, place) : undefined
    return from ? [{ date, from }] : []
  })

function findInputProblems(input: DepartureWeekFields, today: string): FieldErrors | undefined {
  if (input.times.length === 0 && !input.at_sunset) return { times: ['Give a time, or choose sunset'] }
  if (input.until < input.from) return { until: ['Must not be before the first day'] }
  if (input.until < today) return { until: ['This day is over'] }
  const outside = input.left_out_dates.find((date) => date < input.from || date > input.until)
  if (outside !== undefined)
    return { left_out_dates: [`${outside} is not between the first day and the last`] }
  if (input.from > addDays(today, LONGEST_AHEAD_DAYS)) return { from: ['Paint two years ahead at most'] }
  return input.until >= addDays(input.from, LONGEST_SPAN_DAYS)
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

/** Rules on sale, now or later, that need the same aircraft type at the same terminal. */
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
