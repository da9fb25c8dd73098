import { and, asc, eq } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { slots } from '../../db/schema/inventory.ts'
import { addMinutes, findOccurrence, isPublished, toLocalTime } from '../../rules/time/local-time.ts'
import { type SlotIdentity } from '../../slots/slot-store.ts'
import { placeRules } from '../../store/catalogue/load-timetables.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'

/** A part of a day at a terminal; both ends belong to it. */
export interface DaySpan {
  terminalId: number
  date: string
  /** `13:00` */
  from: string
  until: string
}

export interface SpanPlace {
  name: string
  timezone: string
}

export interface SpanDepartures {
  place: SpanPlace
  /** Those with a slot, whatever became of them, and those that could still be booked. */
  departures: (SlotIdentity & { calledOffAt: Date | null })[]
}

/**
 * Finds every departure that leaves a terminal in a span of a day, by time. It does not matter
 * whether an aircraft is free for it: one becomes free when another departure is cancelled.
 *
 * @returns undefined if there is no such terminal
 */
export async function findSpanDepartures(
  db: DbOrTx,
  { terminalId, date, from, until }: DaySpan,
  now: Date,
): Promise<SpanDepartures | undefined> {
  const catalogue = await readCatalogue(db)
  const place = catalogue.entries[0]?.terminals.get(terminalId)
  if (!place) return undefined
  const isInside = (at: Date) => {
    const time = toLocalTime(at, place.timezone)
    return from <= time && time <= until
  }
  const known = await db
    .select()
    .from(slots)
    .where(and(eq(slots.localDate, date), eq(slots.terminalId, terminalId)))
    .orderBy(asc(slots.departAt), asc(slots.id))
  const ids = new Set(known.map(({ departureId }) => departureId))
  const possible = catalogue.entries
    .filter(({ product }) => isPublished(product, now))
    .flatMap((entry) =>
      placeRules(catalogue, entry).flatMap((rule) => {
        if (rule.place.id !== terminalId || ids.has(rule.id)) return []
        const departAt = findOccurrence(rule, date, rule.place, entry.exceptions, now)
        if (!departAt || departAt <= now) return []
        ids.add(rule.id)
        const arriveAt = addMinutes(departAt, entry.product.flightDurationMins)
        const productId = entry.product.id
        const departure = { productId, departureId: rule.id, terminalId, localDate: date }
        return [{ ...departure, departAt, arriveAt, calledOffAt: null }]
      }),
    )
  const departures = [...known, ...possible]
    .filter(({ departAt }) => isInside(departAt))
    .toSorted((a, b) => a.departAt.getTime() - b.departAt.getTime() || a.departureId - b.departureId)
  return { place: { name: place.name, timezone: place.timezone }, departures }
}
