import { sql } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { departureRecordings, departureRecords } from '../../db/schema/departure-records.ts'
import { slots } from '../../db/schema/inventory.ts'
import { type ApiDeps } from '../../deps.ts'
import { listDepartedOn } from '../../rules/departures/availability.ts'
import { addDays, addMinutes, datesBetween, isPublished } from '../../rules/time/local-time.ts'
import { loadTimetables } from '../../store/catalogue/load-timetables.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'

/** One transaction records no more than this. */
const STEP_MINS = 31 * 24 * 60
/** The shop's past is recorded no further back when it begins to. */
const MOST_PAST_DAYS = 400
const AT_LEAST_MINS = 5

/**
 * Records every departure that has left since the last time with the seats that it offered. Two at
 * once wait for each other, and a killed one goes on where it stopped.
 */
export async function recordDepartures({
  database: { db },
  clock,
}: Pick<ApiDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const [known] = await db.select().from(departureRecordings)
  if (known && known.untilAt > addMinutes(now, -AT_LEAST_MINS)) return
  await db.transaction((tx) => startRecording(tx, now))
  for (let until: Date | undefined; !until || until < now;)
    until = await db.transaction((tx) => recordStep(tx, now))
}

/** Begins with the first departure that anybody was booked on. */
async function startRecording(tx: Tx, now: Date): Promise<void> {
  const [first] = await tx.select({ at: slots.departAt }).from(slots).orderBy(slots.departAt).limit(1)
  const earliest = addMinutes(now, -MOST_PAST_DAYS * 24 * 60)
  const from = first && first.at < now ? new Date(Math.max(first.at.getTime() - 1, earliest.getTime())) : now
  await tx.insert(departureRecordings).values({ sinceAt: now, untilAt: from }).onConflictDoNothing()
}

/** Records some weeks and returns until when everything is recorded. */
async function recordStep(tx: Tx, now: Date): Promise<Date> {
  const [recording] = await tx.select().from(departureRecordings).for('update')
  if (!recording || recording.untilAt >= now) return now
  const from = recording.untilAt
  const until = new Date(Math.min(addMinutes(from, STEP_MINS).getTime(), now.getTime()))
  const found = await findDeparted(tx, { from, until })
  if (found.length > 0) await tx.insert(departureRecords).values(found).onConflictDoNothing()
  await tx
    .update(departureRecordings)
    .set({ untilAt: until })
    .where(sql`${departureRecordings.only}`)
  return until
}

/** What was on sale and left after an instant, until another. */
async function findDeparted(tx: Tx, { from, until }: { from: Date; until: Date }) {
  const catalogue = await readCatalogue(tx)
  // Terminals may be in any time zone.
  const fromDate = addDays(from.toISOString().slice(0, 10), -1)
  const untilDate = addDays(until.toISOString().slice(0, 10), 1)
  const timetables = await loadTimetables(tx, catalogue, catalogue.entries, {
    fromDate,
    untilDate,
    now: until,
    forStaff: true,
  })
  return timetables.flatMap(({ entry: { product }, timetable }) =>
    datesBetween(fromDate, untilDate)
      .flatMap((date) => listDepartedOn(timetable, date))
      .filter(({ departAt }) => departAt > from && departAt <= until && isPublished(product, departAt))
      .map(({ rule, localDate, departAt, room }) => ({
        departureId: rule.id,
        localDate,
        productId: product.id,
        terminalId: rule.place.id,
        departAt,
        seats: room.capacity,
      }))
      .filter(({ seats }) => seats > 0),
  )
}
