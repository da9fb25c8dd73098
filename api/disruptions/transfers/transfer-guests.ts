import { asc, eq, inArray, sql } from 'drizzle-orm'
import {
  type FlightTransfer,
  type FlightTransferFields,
  type FlightTransferOptions,
} from '#contract/flight-transfer.ts'
import { type Tx } from '../../db/client.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { departures } from '../../db/schema/catalogue.ts'
import { flightTransfers } from '../../db/schema/flight-transfers.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orders } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { type PartySelection } from '../../reschedules/choose-rescheduled-party.ts'
import { type ReschedulableParty } from '../../reschedules/load-reschedule.ts'
import { swapSeats } from '../../reschedules/swap-rescheduled-seats.ts'
import { type Writer } from '../../resources/resource.ts'
import { findRescheduleParts } from '../../rules/reschedules/reschedule-parts.ts'
import { holdForChange } from '../../seats/hold-change-seats.ts'
import { boardFlight } from '../../slots/board-flight.ts'
import { lockCandidates } from '../../slots/lock-candidates.ts'
import { loadFlights, lockSlotRows, releaseLapsedHolds } from '../../slots/slot-rows.ts'
import { lockOrder } from '../../store/orders/order.ts'
import { writeAudit } from '../../store/write-audit.ts'
import { emptiesFlight } from './find-parties-on-board.ts'
import { type Target } from './find-targets.ts'
import { loadTransfer, type TransferPlan } from './load-transfer.ts'
import { presentTransfer } from './present-transfer.ts'
import { findSameTransfer } from './find-same-transfer.ts'
import { type MovedParty, tellParties } from './tell-moved-parties.ts'
import { freeFlight, isLastOfSlot, closeDeparture } from './free-emptied-flight.ts'

export type TransferRefusal = 'transfer_closed' | 'transfer_held' | 'transfer_unfit' | 'transfer_changed'
export type TransferResult =
  | { ok: true; transfer: FlightTransfer; made: boolean }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: TransferRefusal; options: FlightTransferOptions }

/** Rolls the transaction back; how it stands is read afterwards. */
class Refused extends Error {
  constructor(readonly reason: TransferRefusal | 'not_found') {
    super(reason)
  }
}

/**
 * Moves guests of a flight to another flight of its product, or to another aircraft at the same
 * departure, in one transaction: seats, tickets, calendars, history and what they are told. It costs
 * nothing. Where everybody moves, the emptied departure is closed for sale, and its aircraft and its
 * pilot are free. The same press once more gives the first answer.
 */
export async function transferGuests(
  deps: ApiDeps,
  flightId: number,
  fields: FlightTransferFields,
  by: Writer,
): Promise<TransferResult> {
  const { db } = deps.database
  try {
    const done = await retryDeadlocks(() =>
      db.transaction((tx) => writeTransfer(tx, deps, { flightId, fields, by })),
    )
    if (done.made) {
      deps.jobs?.wake('waitlists')
      deps.log.info(
        { transfer: done.transfer.id, from: flightId, to: done.transfer.to_flight_id },
        'guests moved',
      )
    }
    return { ok: true, ...done }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { reason } = error
    const plan = await loadTransfer(db, { flightId, guests: fields.parties, now: by.now })
    if (reason === 'not_found' || !plan) return { ok: false, reason: 'not_found' }
    return { ok: false, reason, options: await presentTransfer(deps, db, plan) }
  }
}

interface ToTransfer {
  flightId: number
  fields: FlightTransferFields
  by: Writer
}

async function writeTransfer(
  tx: Tx,
  deps: ApiDeps,
  { flightId, fields, by }: ToTransfer,
): Promise<{ transfer: FlightTransfer; made: boolean }> {
  await lockAll(tx, flightId, fields, by.now)
  const before = await findSameTransfer(tx, flightId, fields)
  if (before) return { transfer: before, made: false }
  const plan = await loadTransfer(tx, { flightId, guests: fields.parties, now: by.now })
  if (!plan) throw new Refused('not_found')
  const target = chooseTarget(plan, fields)
  const flownTo = await reserveOn(tx, plan, target, by.now)
  const moved = await moveParties(tx, plan, { ...flownTo, now: by.now })
  const closes = fields.empties && flownTo.slot.id !== plan.slot.id && (await isLastOfSlot(tx, plan))
  const actor = `user:${String(by.userId)}`
  const [made] = await tx
    .insert(flightTransfers)
    .values({
      fromFlightId: flightId,
      toFlightId: flownTo.flightId,
      closed: closes,
      actor,
      createdAt: by.now,
    })
    .returning({ id: flightTransfers.id })
  if (!made) throw new Error('The transfer was not written')
  const times = { was: plan.from.flight.departAt, now: target.departAt }
  const told = await tellParties(tx, deps, { transferId: made.id, moved, times, actor, now: by.now })
  if (fields.empties) await freeFlight(tx, plan)
  if (closes) await closeDeparture(tx, plan, flownTo.flightCode, by)
  await auditTransfer(tx, plan, { ...flownTo, parties: moved.length, by })
  return {
    made: true,
    transfer: {
      id: made.id,
      from_flight_id: flightId,
      to_flight_id: flownTo.flightId,
      to_flight_code: flownTo.flightCode,
      parties: moved.length,
      people: moved.reduce((sum, { chosen }) => sum + (chosen.people.length || chosen.units), 0),
      told,
      closed: closes,
    },
  }
}

/**
 * Locks as everybody does: the orders in id order, then all slots of which any of them has seats,
 * together with those of both flights, in id order.
 */
async function lockAll(tx: Tx, flightId: number, fields: FlightTransferFields, now: Date): Promise<void> {
  const named = [...new Set(fields.parties.map(({ order_id: id }) => id))]
  const known = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, named))
    .orderBy(asc(orders.id))
  if (known.length < named.length) throw new Refused('transfer_changed')
  for (const { id } of known) await lockOrder(tx, id)
  const both = [flightId, ...(fields.to_flight_id === undefined ? [] : [fields.to_flight_id])]
  const ownSlots = await tx
    .selectDistinct({ id: flights.slotId })
    .from(flights)
    .where(inArray(flights.id, both))
  const ofOrders = await tx
    .selectDistinct({ id: flights.slotId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(inArray(holds.orderId, named))
  await lockSlotRows(tx, [...new Set([...ownSlots, ...ofOrders].map(({ id }) => id))])
  await releaseLapsedHolds(
    tx,
    ownSlots.map(({ id }) => id),
    now,
  )
}

/** The target that was seen, as long as it takes who was seen. */
function chooseTarget(plan: TransferPlan, fields: FlightTransferFields): Target {
  if (plan.obstacle !== null) throw new Refused('transfer_closed')
  const target = plan.targets.find((one) =>
    fields.to_flight_id === undefined
      ? one.flightId === null && one.aircraft.id === fields.to_aircraft_id
      : one.flightId === fields.to_flight_id,
  )
  const isEmptied = emptiesFlight(plan.parties)
  if (!target || plan.isUnknown || fields.empties !== isEmptied) throw new Refused('transfer_changed')
  if (target.departAt.getTime() !== Date.parse(fields.depart_at)) throw new Refused('transfer_changed')
  if (target.reasons.length > 0) throw new Refused('transfer_unfit')
  // Whoever is paying for a seat of it would have bought a flight that does not leave.
  if (isEmptied && plan.held && target.row?.flight.slotId !== plan.slot.id) throw new Refused('transfer_held')
  return target
}

interface FlownTo {
  flightId: number
  flightCode: string
  slot: typeof slots.$inferSelect
}

/** Counts all seats as held on the flight that they move to, which another aircraft first gets. */
async function reserveOn(tx: Tx, plan: TransferPlan, target: Target, now: Date): Promise<FlownTo> {
  const chosen = plan.parties.flatMap((one) => one.chosen ?? [])
  const seats = chosen.reduce((sum, { units }) => sum + units, 0)
  if (target.flightId !== null) {
    const [flown] = await tx
      .update(flights)
      .set({ seatsHeld: sql`${flights.seatsHeld} + ${seats}` })
      .where(eq(flights.id, target.flightId))
      .returning({ code: flights.flightCode, slotId: flights.slotId })
    const [slot] = await tx
      .select()
      .from(slots)
      .where(eq(slots.id, flown?.slotId ?? 0))
    if (!flown || !slot) throw new Refused('transfer_changed')
    return { flightId: target.flightId, flightCode: flown.code, slot }
  }
  const { slot } = plan
  const { id, capacity, maxWeightLbs, turnaroundMins } = target.aircraft
  const candidates = await lockCandidates(tx, slot.id, [{ id, capacity, maxWeightLbs, turnaroundMins }])
  const present = await loadFlights(tx, slot.id)
  const boarded = await boardFlight(tx, {
    ...{ slot, candidates, seats, now },
    // An emptied flight may have another time or another state; a new one has the time that was sold.
    flight: undefined,
    position: present.length,
    weightLbs: chosen.reduce((sum, { weightLbs }) => sum + weightLbs, 0),
  })
  if (!boarded) throw new Refused('transfer_unfit')
  const [made] = await tx
    .select({ code: flights.flightCode })
    .from(flights)
    .where(eq(flights.id, boarded.flightId))
  return { flightId: boarded.flightId, flightCode: made?.code ?? '', slot }
}

async function moveParties(
  tx: Tx,
  plan: TransferPlan,
  { flightId, slot, now }: FlownTo & { now: Date },
): Promise<MovedParty[]> {
  const fareId = await readFare(tx, slot)
  const moved: MovedParty[] = []
  for (const { order, party, chosen } of plan.parties) {
    if (!chosen || !party) continue
    const { units, whole, weightLbs, people } = chosen
    const keeping = { orderId: order.id, orderChangeId: null, wholeFlight: false, byStaff: true }
    const newHoldIds = await holdForChange(tx, [{ flightId, seats: units, weightLbs }], {
      ...keeping,
      ...{ paymentOpen: false, until: now, now },
    })
    const swapped = await swapSeats(tx, {
      ...{ order, units, whole, newHoldIds, now },
      fromFlightIds: [plan.from.flight.id],
      passengerIds: people.map(({ id }) => id),
      parts: findParts(party, chosen, { productId: plan.slot.productId, fareId }),
      departureId: slot.departureId,
      departAt: slot.departAt,
    })
    if (!swapped.ok) throw new Refused('transfer_changed')
    moved.push({ order, chosen })
  }
  return moved
}

async function readFare(tx: Tx, { departureId }: typeof slots.$inferSelect): Promise<number | null> {
  const [rule] = await tx
    .select({ fareId: departures.fareId })
    .from(departures)
    .where(eq(departures.id, departureId))
  return rule?.fareId ?? null
}

/** Which gift cards go with whom; nobody pays more, so that the price that was paid stays. */
const findParts = (
  { items, gifts }: ReschedulableParty,
  chosen: PartySelection,
  departure: { productId: number; fareId: number | null },
) => findRescheduleParts(items, gifts, chosen, { listCents: 0, departure }).parts

async function auditTransfer(
  tx: Tx,
  { from: { flight } }: TransferPlan,
  { flightId, parties, by }: FlownTo & { parties: number; by: Writer },
): Promise<void> {
  const author = { userId: by.userId, at: by.now, requestId: by.requestId, apiKeyId: by.apiKeyId }
  await writeAudit(tx, author, {
    resource: 'flights',
    id: flight.id,
    before: { moved_to: null, parties: 0 },
    after: { moved_to: flightId, parties },
  })
}
