import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import {
  type FlightTransfer,
  type FlightTransferFields,
  type FlightTransferOptions,
} from '#contract/flight-transfer.ts'
import { closeTarget, lockProducts } from '../../catalogue/staff-week/change-departure-date.ts'
import { type Tx } from '../../db/client.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { departureExceptions, departures } from '../../db/schema/catalogue.ts'
import { flightTransferParties, flightTransfers } from '../../db/schema/flight-transfers.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orderEvents, orders } from '../../db/schema/orders.ts'
import { passengers, staffTasks } from '../../db/schema/passengers.ts'
import { type ApiDeps } from '../../deps.ts'
import { TRANSFER_EVENTS } from '../../orders/rules/transfer-events.ts'
import { type PartySelection } from '../../reschedules/choose-rescheduled-party.ts'
import { type ReschedulableParty } from '../../reschedules/load-reschedule.ts'
import { swapSeats } from '../../reschedules/swap-rescheduled-seats.ts'
import { type Writer } from '../../resources/resource.ts'
import { findRescheduleParts } from '../../rules/reschedules/reschedule-parts.ts'
import { holdForChange } from '../../seats/hold-change-seats.ts'
import { boardFlight } from '../../slots/board-flight.ts'
import { lockCandidates } from '../../slots/lock-candidates.ts'
import { loadFlights, lockSlotRows, releaseLapsedHolds } from '../../slots/slot-rows.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { lockOrder, type OrderRow } from '../../store/orders/order.ts'
import { announceOrder } from '../../store/queue-webhook.ts'
import { queueText } from '../../store/texts/queue-text.ts'
import { writeAudit } from '../../store/write-audit.ts'
import { emptiesFlight, loadTransfer, type Target, type TransferPlan } from './load-transfer.ts'
import { presentTransfer } from './present-transfer.ts'

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

const sorted = (ids: readonly number[]) => [...ids].toSorted((a, b) => a - b)

/** The transfer that the press repeats: the same guests, who are there. */
async function findSameTransfer(
  tx: Tx,
  flightId: number,
  fields: FlightTransferFields,
): Promise<FlightTransfer | undefined> {
  const to =
    fields.to_flight_id === undefined
      ? and(
          eq(flights.aircraftId, fields.to_aircraft_id ?? 0),
          sql`${flights.slotId} = (select f.slot_id from flights f where f.id = ${flightId})`,
        )
      : eq(flights.id, fields.to_flight_id)
  const [last] = await tx
    .select({ transfer: flightTransfers, code: flights.flightCode })
    .from(flightTransfers)
    .innerJoin(flights, eq(flights.id, flightTransfers.toFlightId))
    .where(and(eq(flightTransfers.fromFlightId, flightId), to))
    .orderBy(desc(flightTransfers.id))
    .limit(1)
  if (!last) return undefined
  const { transfer, code } = last
  const parties = await tx
    .select()
    .from(flightTransferParties)
    .where(eq(flightTransferParties.transferId, transfer.id))
    .orderBy(asc(flightTransferParties.orderId))
  const isSame = ({ orderId, whole, passengerIds }: (typeof parties)[number]) => {
    const named = fields.parties.find((one) => one.order_id === orderId)?.passenger_ids
    return (whole && named?.length === 0) || isDeepStrictEqual(sorted(named ?? []), sorted(passengerIds))
  }
  if (parties.length !== fields.parties.length || !parties.every(isSame)) return undefined
  for (const party of parties) if (!(await isThere(tx, party, transfer))) return undefined
  return {
    id: transfer.id,
    from_flight_id: flightId,
    to_flight_id: transfer.toFlightId,
    to_flight_code: code,
    parties: parties.length,
    people: parties.reduce((sum, { passengerIds }) => sum + Math.max(1, passengerIds.length), 0),
    told: parties.filter((one) => one.departAt.getTime() !== one.departAtWas.getTime()).length,
    closed: transfer.closed,
  }
}

async function isThere(
  tx: Tx,
  { orderId, whole, passengerIds }: typeof flightTransferParties.$inferSelect,
  { fromFlightId, toFlightId }: typeof flightTransfers.$inferSelect,
): Promise<boolean> {
  const soldOn = (id: number) =>
    tx.$count(holds, and(eq(holds.orderId, orderId), eq(holds.flightId, id), eq(holds.state, 'sold')))
  if ((await soldOn(toFlightId)) === 0) return false
  if (whole) return (await soldOn(fromFlightId)) === 0
  const there = and(inArray(passengers.id, passengerIds), eq(passengers.flightId, toFlightId))
  return (await tx.$count(passengers, there)) === passengerIds.length
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

interface MovedParty {
  order: OrderRow
  chosen: PartySelection
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

interface Telling {
  transferId: number
  moved: readonly MovedParty[]
  times: { was: Date; now: Date }
  actor: string
  now: Date
}

/** Writes who moved, and a mail and a text for each party with another time; the outbox sends them. */
async function tellParties(
  tx: Tx,
  deps: ApiDeps,
  { transferId, moved, times, actor, now }: Telling,
): Promise<number> {
  const hasNewTime = times.was.getTime() !== times.now.getTime()
  for (const { order, chosen } of moved) {
    const { id: orderId, status, email } = order
    const [party] = await tx
      .insert(flightTransferParties)
      .values({
        ...{ transferId, orderId, whole: chosen.whole },
        passengerIds: chosen.people.map(({ id }) => id),
        ...{ departAtWas: times.was, departAt: times.now },
      })
      .returning({ id: flightTransferParties.id })
    if (!party) throw new Error('The party of a transfer was not written')
    await tx.insert(orderEvents).values({
      ...{ orderId, at: now, actor, fromStatus: status, toStatus: status },
      reason: hasNewTime ? TRANSFER_EVENTS.otherTime : TRANSFER_EVENTS.sameTime,
      details: { transfer: transferId, from: times.was.toISOString(), to: times.now.toISOString() },
    })
    await announceOrder(tx, {
      type: 'order.moved',
      orderId,
      now,
      data: { flight_transfer: { id: transferId } },
    })
    if (!hasNewTime) continue
    const eventKey = `flight_transferred:${String(party.id)}`
    const about = { kind: 'flight_transferred' as const, subjectId: party.id, eventKey }
    await queueMail(tx, { ...about, orderId, to: email }, now, deps)
    await queueText(tx, { ...about, order }, now, deps)
  }
  return hasNewTime ? moved.length : 0
}

/** Nobody flies it any more: its pilot is free, as its aircraft is. */
async function freeFlight(tx: Tx, { from }: TransferPlan): Promise<void> {
  await tx.update(flights).set({ pilotId: null }).where(eq(flights.id, from.flight.id))
}

/** Whether no other aircraft of the departure has guests. */
async function isLastOfSlot(tx: Tx, { from, slot }: TransferPlan): Promise<boolean> {
  const others = and(
    eq(flights.slotId, slot.id),
    ne(flights.id, from.flight.id),
    sql`${flights.seatsSold} + ${flights.seatsHeld} > 0`,
  )
  return (await tx.$count(flights, others)) === 0
}

/** Takes the departure off sale, as the page of the week does, where it can be opened again. */
async function closeDeparture(tx: Tx, { slot }: TransferPlan, code: string, by: Writer): Promise<void> {
  const { productId, departureId, localDate: date } = slot
  await tx
    .update(staffTasks)
    .set({ state: 'done', choice: 'nothing', doneAt: by.now })
    .where(and(eq(staffTasks.slotId, slot.id), eq(staffTasks.state, 'open')))
  await lockProducts(tx, [productId])
  const closed = and(
    eq(departureExceptions.productId, productId),
    eq(departureExceptions.date, date),
    eq(departureExceptions.kind, 'closed'),
    or(isNull(departureExceptions.departureId), eq(departureExceptions.departureId, departureId)),
  )
  if ((await tx.$count(departureExceptions, closed)) > 0) return
  const target = { product_id: productId, departure_id: departureId }
  await closeTarget(tx, target, { date, reason: `Merged with ${code}` }, by)
}

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
