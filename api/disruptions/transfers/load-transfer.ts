import { and, eq, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { terminals } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { type DayRow, selectDayFlights } from '../../flights/staff-day/day-flights.ts'
import { takesGuests } from '../rules/judge-transfer.ts'
import { type PartyOnBoard, type TransferAsked, findPartiesOnBoard } from './find-parties-on-board.ts'
import { type Target, findTargets } from './find-targets.ts'

/** A flight whose guests may fly on another one, read at one moment. */
export interface TransferPlan {
  from: DayRow
  slot: typeof slots.$inferSelect
  terminalName: string
  obstacle: 'gone' | 'on_hold' | null
  parties: PartyOnBoard[]
  /** The ids that were named and are not there, or not any more. */
  isUnknown: boolean
  held: { seats: number; until: Date } | null
  targets: Target[]
}

/** Reads who is on a flight and where they could fly; undefined if there is no such flight. */
export async function loadTransfer(
  db: DbOrTx,
  { flightId, guests, now }: TransferAsked,
): Promise<TransferPlan | undefined> {
  const [found] = await db
    .select({ slot: slots, terminalName: terminals.name })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .where(eq(flights.id, flightId))
  if (!found) return undefined
  const { slot, terminalName } = found
  const day = await selectDayFlights(db, { date: slot.localDate, now: now.toISOString(), flightId })
  const from = day.find(({ flight }) => flight.id === flightId)
  if (!from) return undefined
  const [parties, held] = await Promise.all([
    findPartiesOnBoard(db, { flightId, guests, now }),
    findHeld(db, flightId, now),
  ])
  const named = new Set(parties.map(({ order }) => order.id))
  const isUnknown =
    guests?.some(({ order_id: id }) => !named.has(id)) === true ||
    parties.some(({ order, chosen }) => !chosen && guests?.some(({ order_id: id }) => id === order.id))
  const scheduledAt = slot.departAt
  const isOpen = takesGuests({ status: from.flight.status, scheduledAt, departAt: from.flight.departAt }, now)
  return {
    ...{ from, slot, terminalName, parties, isUnknown },
    obstacle: isOpen ? (slot.weatherHoldId === null ? null : 'on_hold') : 'gone',
    held,
    targets: await findTargets(db, { from, slot, day, parties, now }),
  }
}

async function findHeld(db: DbOrTx, flightId: number, now: Date): Promise<TransferPlan['held']> {
  const [found] = await db
    .select({
      seats: sql<number>`coalesce(sum(${holds.seats}), 0)`.mapWith(Number),
      until: sql<Date | null>`max(${holds.expiresAt})`.mapWith(holds.expiresAt),
    })
    .from(holds)
    .where(
      and(
        eq(holds.flightId, flightId),
        eq(holds.state, 'held'),
        sql`(${holds.paymentOpen} or ${holds.expiresAt} > ${now.toISOString()}::timestamptz)`,
      ),
    )
  return found?.until && found.seats > 0 ? { seats: found.seats, until: found.until } : null
}
