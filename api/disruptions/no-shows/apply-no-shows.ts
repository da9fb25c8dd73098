import { and, asc, eq, gt, inArray, notExists, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { products } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { noShows } from '../../db/schema/no-shows.ts'
import { orderEvents } from '../../db/schema/orders.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { type ApiDeps } from '../../deps.ts'
import { writeVoucher } from '../../gifts/write-voucher.ts'
import { NO_SHOW_EVENTS } from '../../orders/rules/no-show-events.ts'
import { grantedVoucherEntries } from '../../rules/money/ledger.ts'
import { addDays, endOfDay, toLocalDate } from '../../rules/time/local-time.ts'
import { findTimeZone } from '../../store/catalogue/find-time-zone.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { lockOrder, type OrderRow } from '../../store/orders/order.ts'
import { postLedger } from '../../store/post-ledger.ts'
import { judgeRebookingOffer } from '../assess-rebooking-offer.ts'
import { findNoShowValue, type NoShowTerms } from '../rules/no-show-value.ts'

/** What was not settled for days is older than the rule, and stays as it is. */
const LATEST_MS = 2 * 24 * 3_600_000

/**
 * Applies the products' rules to guests who did not come, once their flight has left. A step settles
 * those of one party in one transaction under the order's lock, with their mail, so an interrupted job
 * goes on with the next party, and a check-in at the same moment comes before or after it.
 */
export async function applyNoShows(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  for (const { orderId, flightId } of await findDue(db, deps.clock.now())) {
    try {
      await retryDeadlocks(() => db.transaction((tx) => settleParty(tx, deps, { orderId, flightId })))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      deps.log.error({ err: error, order: orderId }, 'a no-show could not be settled')
    }
  }
}

/** A passenger without an assigned aircraft was to leave with the party's first one. */
const flightOf = sql<number>`coalesce(${passengers.flightId}, (select min(${holds.flightId}) from ${holds}
  where ${holds.orderId} = ${passengers.orderId} and ${holds.state} = 'sold'))`

function findDue(db: DbOrTx, now: Date) {
  return db
    .selectDistinct({ orderId: passengers.orderId, flightId: flights.id })
    .from(passengers)
    .innerJoin(flights, eq(flights.id, flightOf))
    .where(
      and(
        isUnsettled(db),
        inArray(flights.status, ['departed', 'landed']),
        gt(flights.departAt, new Date(now.getTime() - LATEST_MS)),
      ),
    )
    .orderBy(asc(passengers.orderId), asc(flights.id))
}

const isUnsettled = (db: DbOrTx) =>
  and(
    eq(passengers.boarding, 'no_show'),
    notExists(
      db
        .select({ one: sql`1` })
        .from(noShows)
        .where(and(eq(noShows.passengerId, passengers.id), sql`${noShows.undoneAt} is null`)),
    ),
  )

interface MissingParty {
  orderId: number
  flightId: number
}

async function settleParty(tx: Tx, deps: ApiDeps, { orderId, flightId }: MissingParty): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const [found] = await tx
    .select({ status: flights.status, slotId: flights.slotId, product: products })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .where(eq(flights.id, flightId))
  if (!found || (found.status !== 'departed' && found.status !== 'landed')) return
  const missing = await tx
    .select({ id: passengers.id })
    .from(passengers)
    .where(and(eq(passengers.orderId, orderId), isUnsettled(tx), sql`${flightOf} = ${flightId}`))
    .orderBy(asc(passengers.position))
  if (missing.length === 0) return
  const now = deps.clock.now()
  const terms = toTerms(found.product)
  const each = await findValueOfEach(tx, order, { slotId: found.slotId, terms })
  const ids: number[] = []
  for (const { id: passengerId } of missing) {
    const voucherId = each === 0 ? null : await giveVoucher(tx, deps, { order, terms, valueCents: each, now })
    const row = { orderId, passengerId, flightId, rule: terms.rule, valueCents: each, voucherId }
    const written = await tx
      .insert(noShows)
      .values({ ...row, createdAt: now })
      .returning({ id: noShows.id })
    ids.push(...written.map(({ id }) => id))
  }
  const [first] = ids
  if (first === undefined) return
  await tx.insert(orderEvents).values({
    ...{ orderId, at: now, actor: 'clock', fromStatus: order.status, toStatus: order.status },
    reason: NO_SHOW_EVENTS.applied,
    details: { people: ids.length, amount_cents: each * ids.length, flight: flightId },
  })
  const eventKey = `no_show:${String(first)}`
  await queueMail(tx, { kind: 'no_show', orderId, subjectId: first, to: order.email, eventKey }, now, deps)
}

const toTerms = ({ noShow, noShowDays, noShowPercent }: typeof products.$inferSelect): NoShowTerms => ({
  rule: noShow,
  days: noShowDays,
  percent: noShowPercent,
})

/** The value for each guest who is missing; 0 where the rule gives nothing or nothing is left. */
async function findValueOfEach(
  tx: Tx,
  order: OrderRow,
  { slotId, terms }: { slotId: number; terms: NoShowTerms },
): Promise<number> {
  if (terms.rule === 'nothing') return 0
  const judged = await judgeRebookingOffer(tx, order, slotId)
  if (!judged || judged.nothingLeft || judged.disputed) return 0
  const { party, voucherCents: paidCents } = judged
  const isWhole = party.kind === 'flight'
  const came = and(eq(passengers.orderId, order.id), eq(passengers.boarding, 'checked_in'))
  const flew = isWhole && (await tx.$count(passengers, came)) > 0
  return flew ? 0 : findNoShowValue(terms, { paidCents, people: party.people })
}

interface NoShowGift {
  order: OrderRow
  terms: NoShowTerms
  valueCents: number
  now: Date
}

async function giveVoucher(
  tx: Tx,
  deps: ApiDeps,
  { order, terms: { rule, days }, valueCents, now }: NoShowGift,
): Promise<number> {
  const zone = await findTimeZone(tx, order.brandId)
  const isMove = rule === 'move'
  const voucher = await writeVoucher(tx, deps, {
    ...{ order, valueCents, now },
    reasonType: isMove ? 'reschedule' : 'goodwill',
    reasonDescription: isMove ? 'One free move after a no-show' : 'Credit after a no-show',
    ...(isMove ? { expiresAt: endOfDay(addDays(toLocalDate(now, zone), days), zone) } : {}),
  })
  const eventKey = `voucher:${String(voucher.id)}`
  const entries = grantedVoucherEntries(valueCents)
  await postLedger(tx, { orderId: order.id, kind: 'granted', eventKey, entries, now })
  return voucher.id
}
