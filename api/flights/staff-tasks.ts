import { and, asc, desc, eq, not, sql } from 'drizzle-orm'
import { type StaffTask } from '#contract/passenger.ts'
import { type DbOrTx } from '../db/client.ts'
import { products } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { refunds } from '../db/schema/money.ts'
import { orders } from '../db/schema/orders.ts'
import { staffTasks, passengers } from '../db/schema/passengers.ts'
import { toDollars } from '../rules/money/money.ts'
import { mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { type BounceReason } from '../rules/mails/bounce-reason.ts'
import { findBounces } from '../store/mails/mail-bounces.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'
import { presentEmail } from '../store/walk-in-email.ts'

export const staffTaskSorts = ['created_at'] as const

/** Tasks about the seat of somebody who did not come: they count again once that is undone. */
const isAboutNoShow = sql`(${staffTasks.kind} in ('weight_does_not_fit', 'second_seat_needed')
  and exists (select from ${passengers} as missing
    where missing.id = ${staffTasks.passengerId} and missing.boarding = 'no_show'))`

export interface StaffTaskQuery {
  id?: number | undefined
  state?: 'open' | 'done' | undefined
  /** Only those that still have to be settled with somebody who comes. */
  withoutNoShows?: boolean
}

/**
 * Lists what staff have to settle with customers, newest first: whom to call and why, without any
 * weight.
 */
export async function listStaffTasks(
  db: DbOrTx,
  { id, state, withoutNoShows = false }: StaffTaskQuery,
  page: ListPage,
): Promise<{ rows: StaffTask[]; totalCount: number }> {
  const where = and(
    idsCondition(staffTasks.id, page),
    id === undefined ? undefined : eq(staffTasks.id, id),
    state === undefined ? undefined : eq(staffTasks.state, state),
    withoutNoShows ? not(isAboutNoShow) : undefined,
  )
  // A passenger without an assigned aircraft leaves with the party's first one.
  const flightOf = sql`coalesce(${passengers.flightId}, (select min(${holds.flightId}) from ${holds}
    where ${holds.orderId} = ${passengers.orderId} and ${holds.state} = 'sold'))`
  const direction = page.sort && !page.sort.descending ? asc : desc
  const [rows, totalCount] = await Promise.all([
    db
      .select({
        task: staffTasks,
        name: passengers.fullName,
        phone: orders.phone,
        email: orders.email,
        brandId: orders.brandId,
        departAt: flights.departAt,
        cents: refunds.amountCents,
        mail: mails,
        departure: sql<StaffTask['departure']>`case when ${slots.id} is not null then json_build_object(
        'flight_id', (select min(${flights.id}) from ${flights} where ${flights.slotId} = ${slots.id}),
        'departure_id', ${slots.departureId}, 'product_name', ${products.name},
        'seats_sold', (select coalesce(sum(${flights.seatsSold}), 0) from ${flights}
          where ${flights.slotId} = ${slots.id}),
        'min_passengers', ${products.minPassengers}) end`,
        slotDepartAt: slots.departAt,
      })
      .from(staffTasks)
      .leftJoin(orders, eq(orders.id, staffTasks.orderId))
      .leftJoin(passengers, eq(passengers.id, staffTasks.passengerId))
      .leftJoin(mails, eq(mails.id, staffTasks.mailId))
      .leftJoin(flights, eq(flights.id, flightOf))
      .leftJoin(slots, eq(slots.id, staffTasks.slotId))
      .leftJoin(products, eq(products.id, slots.productId))
      .leftJoin(refunds, eq(refunds.id, staffTasks.refundId))
      .where(where)
      .orderBy(direction(staffTasks.createdAt), direction(staffTasks.id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(staffTasks, where),
  ])
  const bounces = await findBounces(
    db,
    rows.flatMap(({ mail }) => mail?.id ?? []),
  )
  return {
    rows: rows.map((row) => presentStaffTask(row, bounces.get(row.mail?.id ?? 0)?.reason)),
    totalCount,
  }
}

interface FoundTask {
  task: typeof staffTasks.$inferSelect
  name: string | null
  phone: string | null
  email: string | null
  brandId: number | null
  departAt: Date | null
  cents: number | null
  mail: typeof mails.$inferSelect | null
  departure: StaffTask['departure']
  slotDepartAt: Date | null
}

function presentStaffTask(row: FoundTask, reason: BounceReason | undefined): StaffTask {
  const { task, name, phone, email, brandId, cents, mail } = row
  const departAt = row.departAt ?? row.slotDepartAt
  return {
    id: task.id,
    kind: task.kind,
    order_id: task.orderId,
    brand_id: brandId,
    passenger_id: task.passengerId,
    passenger_name: name,
    phone,
    // For a bounced mail: the address it went to.
    email: mail?.to ?? (email && presentEmail(email)),
    depart_at: departAt?.toISOString() ?? null,
    webhook_endpoint_id: task.webhookEndpointId,
    refund_id: task.refundId,
    amount: cents === null ? null : toDollars(cents),
    mail: mail && { id: mail.id, kind: mail.kind, reason: reason ?? null },
    customer_id: task.userId,
    departure: row.departure,
    state: task.state,
    choice: task.choice,
    created_at: task.createdAt.toISOString(),
    done_at: task.doneAt?.toISOString() ?? null,
  }
}

type Closed = { ok: true } | { ok: false; reason: 'not_found' | 'task_done' }

/** Records what was agreed. A closed task cannot be opened again. */
export async function closeStaffTask(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  id: number,
  choice: NonNullable<StaffTask['choice']>,
  by: AuditBy,
): Promise<Closed> {
  const closed = await db.transaction(async (tx) => {
    const rows = await tx
      .update(staffTasks)
      .set({ state: 'done', choice, doneAt: by.at, doneBy: by.userId })
      .where(and(eq(staffTasks.id, id), eq(staffTasks.state, 'open')))
      .returning({ id: staffTasks.id })
    const before = { state: 'open', choice: null }
    if (rows.length > 0)
      await writeAudit(tx, by, { resource: 'staff_tasks', id, before, after: { state: 'done', choice } })
    return rows.length > 0
  })
  if (closed) return { ok: true }
  const known = await db.$count(staffTasks, eq(staffTasks.id, id))
  return { ok: false, reason: known > 0 ? 'task_done' : 'not_found' }
}
