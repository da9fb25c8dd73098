import { and, eq, gt, inArray, isNotNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orders } from '../db/schema/orders.ts'
import { roles, sessions, userRoles } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import {
  findHoldLimit,
  type HoldLimitReached,
  type LiveHold,
  type RequestedHold,
} from './rules/hold-limits.ts'

/** Who holds: the session and its kind, the user behind the e-mail, and the network. */
export type Holder = Pick<RequestedHold, 'sessionId' | 'scope' | 'userId' | 'networkKey'>
type RequestedSeats = Pick<RequestedHold, 'departureId' | 'localDate' | 'seats' | 'capacity'>
type Deps = Pick<ApiDeps, 'settings'>

/** Classes of advisory locks, so that the number of a user never equals that of a network. */
const PERSON_LOCK = 7203115
const NETWORK_LOCK = 7203116

/**
 * Serialises holds per user and per network, so that a count is still true when it is used: orders
 * of several sessions share no row to lock. It is taken after the session's lock and before any
 * order's, the user's lock first.
 */
export async function lockHolder(
  tx: Tx,
  { userId, networkKey }: Pick<Holder, 'userId' | 'networkKey'>,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PERSON_LOCK}, ${userId})`)
  if (networkKey === null) return
  await tx.execute(sql`select pg_advisory_xact_lock(${NETWORK_LOCK}, hashtext(${networkKey}))`)
}

/**
 * The hold limit (`rules/hold-limits.ts`) that these seats would exceed. The holder must be locked.
 * Staff sell to many customers and have no limits.
 * @param except the order itself, and one that it replaces
 */
export async function checkHoldLimit(
  { settings }: Deps,
  tx: Tx,
  holder: Holder,
  requested: RequestedSeats,
  { except, now }: { except: readonly number[]; now: Date },
): Promise<HoldLimitReached | undefined> {
  const others = await liveHolds(tx, holder, except, now)
  const holdLimit = findHoldLimit(others, { ...holder, ...requested }, settings.limitFactor)
  return holdLimit && !(await isStaff(tx, holder.sessionId)) ? holdLimit : undefined
}

/**
 * Checks the limit for a payment that begins after its hold ended, because the payment reserves the
 * seats again. A running hold is already counted and needs no check.
 */
export async function checkHoldLimitOnRenewal(
  deps: Deps,
  tx: Tx,
  orderId: number,
  now: Date,
): Promise<HoldLimitReached | undefined> {
  const isOver = and(eq(orders.id, orderId), eq(holds.paymentOpen, false), lte(holds.expiresAt, now))
  const lapsed = await findHolds(tx, isOver)
  const [first] = lapsed
  if (!first) return undefined
  await lockHolder(tx, first)
  const seats = lapsed.reduce((sum, one) => sum + one.seats, 0)
  return checkHoldLimit(deps, tx, first, { ...first, seats }, { except: [orderId], now })
}

function liveHolds(tx: Tx, holder: Holder, except: readonly number[], now: Date): Promise<LiveHold[]> {
  const { sessionId, userId, networkKey } = holder
  const alive = and(
    eq(orders.status, 'awaiting_payment'),
    or(
      eq(orders.sessionId, sessionId),
      eq(orders.userId, userId),
      networkKey === null ? undefined : eq(orders.networkKey, networkKey),
    ),
    or(eq(holds.paymentOpen, true), gt(holds.expiresAt, now)),
    except.length > 0 ? notInArray(orders.id, [...except]) : undefined,
  )
  return findHolds(tx, alive)
}

/** The holds that were not released, each with its owner and departure. */
function findHolds(tx: Tx, where: SQL | undefined): Promise<(LiveHold & { capacity: number })[]> {
  return tx
    .select({
      orderId: orders.id,
      sessionId: orders.sessionId,
      userId: orders.userId,
      scope: sessions.scope,
      networkKey: orders.networkKey,
      departureId: slots.departureId,
      localDate: slots.localDate,
      seats: holds.seats,
      capacity: flights.capacity,
      freeAt: holds.expiresAt,
    })
    .from(orders)
    .innerJoin(sessions, eq(sessions.id, orders.sessionId))
    .innerJoin(holds, eq(holds.orderId, orders.id))
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(and(eq(holds.state, 'held'), where))
}

async function isStaff(tx: Tx, sessionId: string): Promise<boolean> {
  const [staff] = await tx
    .select({ id: userRoles.userId })
    .from(sessions)
    .innerJoin(userRoles, eq(userRoles.userId, sessions.userId))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(
      and(
        eq(sessions.id, sessionId),
        isNotNull(sessions.secondFactorAt),
        inArray(roles.name, ['staff', 'admin']),
      ),
    )
    .limit(1)
  return staff !== undefined
}
