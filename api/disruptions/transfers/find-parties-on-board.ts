import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type TransferredParty, type TransferParty } from '#contract/flight-transfer.ts'
import { type DbOrTx } from '../../db/client.ts'
import { holds } from '../../db/schema/holds.ts'
import { orders } from '../../db/schema/orders.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { chooseParty, type PartySelection } from '../../reschedules/choose-rescheduled-party.ts'
import { loadReschedulable, type ReschedulableParty } from '../../reschedules/load-reschedule.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { findOpenAttempt } from '../../store/payments/payment-attempts.ts'
import { type MovingParty } from '../rules/judge-transfer.ts'

/** A party of the flight, with what of it moves; undefined where nobody does. */
export interface PartyOnBoard {
  order: OrderRow
  obstacle: TransferParty['obstacle']
  party: ReschedulableParty | undefined
  seats: number
  weightLbs: number
  people: TransferParty['people']
  chosen: PartySelection | undefined
}

/** Which guests of a flight are to move. */
export interface TransferAsked {
  flightId: number
  /** Undefined for everybody. */
  guests: readonly TransferredParty[] | undefined
  now: Date
}

/** The ids of the orders with paid seats on a flight. */
export async function findOrderIdsOn(db: DbOrTx, flightId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: holds.orderId })
    .from(holds)
    .where(and(eq(holds.flightId, flightId), eq(holds.state, 'sold')))
    .orderBy(asc(holds.orderId))
  return rows.flatMap(({ id }) => id ?? [])
}

/** Everybody on a flight, and what of each party moves. */
export async function findPartiesOnBoard(
  db: DbOrTx,
  { flightId, guests, now }: TransferAsked,
): Promise<PartyOnBoard[]> {
  const ids = await findOrderIdsOn(db, flightId)
  if (ids.length === 0) return []
  const [rows, loads, here] = await Promise.all([
    db.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id)),
    db
      .select({
        orderId: holds.orderId,
        seats: sql<number>`sum(${holds.seats})`.mapWith(Number),
        weightLbs: sql<number>`sum(${holds.weightLbs})`.mapWith(Number),
        whole: sql<boolean>`bool_or(${holds.wholeFlight})`,
      })
      .from(holds)
      .where(and(eq(holds.flightId, flightId), eq(holds.state, 'sold')))
      .groupBy(holds.orderId),
    db
      .select({ id: passengers.id, boarding: passengers.boarding })
      .from(passengers)
      .where(inArray(passengers.orderId, ids)),
  ])
  const checkedIn = new Set(here.flatMap(({ id, boarding }) => (boarding === 'checked_in' ? [id] : [])))
  const parties: PartyOnBoard[] = []
  for (const order of rows) {
    const load = loads.find(({ orderId }) => orderId === order.id)
    const [party, openAttempt] = await Promise.all([
      loadReschedulable(db, order, flightId, { now, begun: true }),
      findOpenAttempt(db, order.id),
    ])
    const isPaying = openAttempt !== undefined
    const obstacle = findObstacle(party, { isWhole: load?.whole === true, isPaying })
    parties.push({
      ...{ order, obstacle, party },
      seats: load?.seats ?? 0,
      weightLbs: load?.weightLbs ?? 0,
      people: (party?.people ?? []).map(({ id, fullName }) => ({
        ...{ id, full_name: fullName },
        checked_in: checkedIn.has(id),
      })),
      chosen: party && obstacle === null ? choose(order, party, guests) : undefined,
    })
  }
  return parties
}

/** What would keep a customer from moving does not keep the operator from it. */
const OURS: readonly string[] = ['move_off', 'move_still_due', 'move_closed', 'move_flight_over']

function findObstacle(
  party: ReschedulableParty | undefined,
  { isWhole, isPaying }: { isWhole: boolean; isPaying: boolean },
): TransferParty['obstacle'] {
  if (isWhole) return 'whole_flight'
  if (isPaying) return 'payment_open'
  return party && (party.obstacle === undefined || OURS.includes(party.obstacle)) ? null : 'ended'
}

function choose(
  order: OrderRow,
  party: ReschedulableParty,
  guests: readonly TransferredParty[] | undefined,
): PartySelection | undefined {
  const named = guests?.find(({ order_id: id }) => id === order.id)
  if (guests && !named) return undefined
  const chosen = chooseParty(order, party, { passengerIds: named?.passenger_ids })
  return chosen.ok ? chosen : undefined
}

/** What of each party moves, as the rules count it. */
export const listMoving = (parties: readonly PartyOnBoard[]): MovingParty[] =>
  parties.flatMap(({ chosen }) =>
    chosen
      ? [
          {
            units: chosen.units,
            weightLbs: chosen.weightLbs,
            weights: chosen.people.map(({ weightLbs }) => weightLbs),
          },
        ]
      : [],
  )

/** Whether everybody on the flight moves. */
export const emptiesFlight = (parties: readonly PartyOnBoard[]): boolean =>
  parties.every(({ chosen }) => chosen?.whole === true)
