import { and, eq, ne } from 'drizzle-orm'
import { type z } from 'zod'
import { type BoardingRequest } from '#contract/flight-day.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { passengers } from '../db/schema/passengers.ts'
import { type Tx } from '../db/client.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { type ApiDeps } from '../deps.ts'
import { lockOrder } from '../store/orders/order.ts'
import { countPartyWeight } from '../seats/count-party.ts'
import { lockOrderSeats } from '../seats/order-seats.ts'
import { undoNoShow } from './undo-no-show.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'

export interface BoardingInput {
  flightId: number
  passengerId: number
  wish: z.infer<typeof BoardingRequest>['passenger']
  by: AuditBy
}

export type BoardingResult =
  | { ok: true }
  | {
      ok: false
      reason: 'not_found' | 'boarding_changed' | 'boarding_closed' | 'flight_seats_taken' | 'no_show_used'
    }

const EARLIEST_MS = 6 * 3_600_000

/**
 * Checks a passenger in or marks a no-show, with the remarks for the flight team. A checked-in
 * passenger counts on this aircraft where a party has several, and on none after the check-in is
 * undone. The party never exceeds its seats on an aircraft. What a no-show was given is taken back with
 * it, as long as it was not used.
 */
export function boardPassenger(deps: ApiDeps, wish: BoardingInput): Promise<BoardingResult> {
  return retryDeadlocks(() => deps.database.db.transaction((tx) => board(tx, wish)))
}

async function board(
  tx: Tx,
  { flightId, passengerId, wish: input, by }: BoardingInput,
): Promise<BoardingResult> {
  const [known] = await tx.select().from(passengers).where(eq(passengers.id, passengerId))
  if (!known) return lost
  // Every transaction locks the order first, then its slots, then the rest.
  const order = await lockOrder(tx, known.orderId)
  await lockOrderSeats(tx, known.orderId)
  const [flight] = await tx.select().from(flights).where(eq(flights.id, flightId)).for('update')
  const [before] = await tx.select().from(passengers).where(eq(passengers.id, passengerId)).for('update')
  if (!flight || !before || (before.flightId !== null && before.flightId !== flightId)) return lost
  if (before.staysHome) return lost
  const sold = await tx
    .select({ flightId: holds.flightId, seats: holds.seats })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(flights.slotId, flight.slotId), eq(holds.orderId, before.orderId), eq(holds.state, 'sold')))
  const seats = sold.reduce((sum, one) => sum + (one.flightId === flightId ? one.seats : 0), 0)
  if (seats === 0) return lost
  if (isPassed(input, before)) return { ok: false, reason: 'boarding_changed' } as const
  const boarding = input.boarding === undefined ? before.boarding : input.boarding
  if (boarding !== before.boarding) {
    // A no-show that was a mistake is taken back whenever it is found.
    const isUndoing = before.boarding === 'no_show' && boarding === null
    const over = flight.status === 'called_off' || (flight.status === 'landed' && !isUndoing)
    const open = flight.departAt.getTime() - by.at.getTime() <= EARLIEST_MS && !over
    if (!open) return { ok: false, reason: 'boarding_closed' } as const
    const here = and(eq(passengers.orderId, before.orderId), eq(passengers.flightId, flightId))
    const others = and(here, eq(passengers.boarding, 'checked_in'), ne(passengers.id, passengerId))
    const full = boarding === 'checked_in' && (await tx.$count(passengers, others)) >= seats
    if (full) return { ok: false, reason: 'flight_seats_taken' } as const
    const isFree = before.boarding !== 'no_show' || (await undoNoShow(tx, { order, passengerId, by }))
    if (!isFree) return { ok: false, reason: 'no_show_used' } as const
  }
  const apart = sold.some((one) => one.flightId !== flightId)
  const on = boarding === 'checked_in' ? flightId : apart ? null : before.flightId
  await tx
    .update(passengers)
    .set({
      boarding,
      boardedAt: boarding === null ? null : boarding === before.boarding ? before.boardedAt : by.at,
      flightId: on,
      ...(input.boarding_note === undefined ? {} : { boardingNote: input.boarding_note || null }),
    })
    .where(eq(passengers.id, passengerId))
  if (on !== before.flightId) await countPartyWeight(tx, before.orderId)
  const noteChange = describeNoteChange(before.boardingNote, input.boarding_note)
  await writeAudit(tx, by, {
    resource: 'passengers',
    id: passengerId,
    before: { boarding: before.boarding, flight_id: before.flightId, ...noteChange?.before },
    after: { boarding, flight_id: on, ...noteChange?.after },
  })
  return { ok: true } as const
}

/** That a note was changed; its words stay out of the log, which cannot be erased. */
function describeNoteChange(was: string | null, note: string | null | undefined) {
  if (note === undefined || (note || null) === was) return undefined
  return { before: { boarding_note: 'not kept' }, after: { boarding_note: note ? 'written' : 'removed' } }
}

/** Another user has changed the row meanwhile, and to other values. */
function isPassed(input: BoardingInput['wish'], now: typeof passengers.$inferSelect): boolean {
  const passed = <T>(to: T | undefined, was: T | undefined, is: T) =>
    to !== undefined && was !== undefined && was !== is && to !== is
  const bare = (note: string | null | undefined) => (note === '' ? null : note)
  return (
    passed(input.boarding, input.boarding_was, now.boarding) ||
    passed(bare(input.boarding_note), bare(input.boarding_note_was), now.boardingNote)
  )
}

const lost = { ok: false, reason: 'not_found' } as const
