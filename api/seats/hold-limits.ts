import { and, eq, gt, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { orders } from '../db/schema/orders.ts'
import { roles, sessions, userRoles } from '../db/schema/people.ts'
import { rawStatement, statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import {
  findHoldLimit,
  type HoldLimitReached,
  type LiveHold,
  type RequestedHold,
} from './rules/hold-limits.ts'

/** Who holds: the session and its kind, the user behind the e-mail, and the network. */
type Holder = Pick<RequestedHold, 'sessionId' | 'scope' | 'userId' | 'networkKey'>
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
  await (networkKey === null ? lockPerson(tx, { userId }) : lockBoth(tx, { userId, networkKey }))
}

const lockOf = (kind: number, subject: SQL) =>
  sql`pg_advisory_xact_lock(${sql.raw(String(kind))}, ${subject})`
const personLock = lockOf(PERSON_LOCK, sql`${sql.placeholder('userId')}::int`)
const networkLock = lockOf(NETWORK_LOCK, sql`hashtext(${sql.placeholder('networkKey')})`)

const lockPerson = rawStatement<{ userId: number }>(sql`select ${personLock}`)
// The columns of a row are computed in their order.
const lockBoth = rawStatement<{ userId: number; networkKey: string }>(
  sql`select ${personLock}, ${networkLock}`,
)

/**
 * The hold limit (`rules/hold-limits.ts`) that these seats would exceed. Staff sell to many
 * customers and have no limits.
 * @param live what the holder holds, read under the holder's lock
 * @param except the order itself, and one that it replaces
 */
export async function checkHoldLimit(
  { settings }: Deps,
  tx: Tx,
  { live, except }: { live: readonly LiveHold[]; except: readonly number[] },
  holder: Holder,
  requested: RequestedSeats,
): Promise<HoldLimitReached | undefined> {
  const others = live.filter(({ orderId }) => !except.includes(orderId))
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
  const lapsed = await selectLapsed(tx, { orderId, now })
  const [first] = lapsed
  if (!first) return undefined
  await lockHolder(tx, first)
  const seats = lapsed.reduce((sum, one) => sum + one.seats, 0)
  const live = await readLiveHolds(tx, first, now)
  return checkHoldLimit(deps, tx, { live, except: [orderId] }, first, { ...first, seats })
}

/** What a session, a person or a network holds without having paid. */
export const readLiveHolds = (
  tx: Tx,
  { sessionId, userId, networkKey }: Omit<Holder, 'scope'>,
  now: Date,
): Promise<LiveHold[]> => selectLiveHolds(tx, { sessionId, userId, networkKey, now })

type Sought = Omit<Holder, 'scope'> & { now: Date }
type FoundHold = LiveHold & { capacity: number }

const selectLiveHolds = statement<Sought, FoundHold[]>((db) =>
  holdsWhere(
    db,
    and(
      sql`${orders.status} = 'awaiting_payment'`,
      or(
        eq(orders.sessionId, sql.placeholder('sessionId')),
        eq(orders.userId, sql.placeholder('userId')),
        eq(orders.networkKey, sql.placeholder('networkKey')),
      ),
      or(eq(holds.paymentOpen, true), gt(holds.expiresAt, sql.placeholder('now'))),
    ),
  ),
)

const selectLapsed = statement<{ orderId: number; now: Date }, FoundHold[]>((db) =>
  holdsWhere(
    db,
    and(
      eq(orders.id, sql.placeholder('orderId')),
      eq(holds.paymentOpen, false),
      lte(holds.expiresAt, sql.placeholder('now')),
    ),
  ),
)

/**
 * The holds that were not released, each with its owner and departure. States are written out: if they
 * were values, PostgreSQL would plan the statement anew for each call.
 */
function holdsWhere(db: DbOrTx, where: SQL | undefined) {
  return db
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
    .where(and(sql`${holds.state} = 'held'`, where))
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
