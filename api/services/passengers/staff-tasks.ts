import { and, asc, desc, eq } from 'drizzle-orm'
import { type StaffTask } from '#contract/passenger.ts'
import { type DbOrTx } from '../../db/client.ts'
import { flights } from '../../db/schema/inventory.ts'
import { orders, passengers } from '../../db/schema/orders.ts'
import { staffTasks } from '../../db/schema/passengers.ts'
import { type ApiDeps } from '../../deps.ts'
import { type ListPage } from '../platform/list-page.ts'

export const staffTaskSorts = ['created_at'] as const

export interface StaffTaskQuery {
  id?: number | undefined
  state?: 'open' | 'done' | undefined
}

/** What staff have to settle with customers, the newest first. Whom to call and why, without any weight. */
export async function listStaffTasks(
  db: DbOrTx,
  { id, state }: StaffTaskQuery,
  page: ListPage,
): Promise<{ rows: StaffTask[]; totalCount: number }> {
  const where = and(
    id === undefined ? undefined : eq(staffTasks.id, id),
    state === undefined ? undefined : eq(staffTasks.state, state),
  )
  const direction = page.sort && !page.sort.descending ? asc : desc
  const rows = await db
    .select({
      task: staffTasks,
      name: passengers.fullName,
      phone: orders.phone,
      email: orders.email,
      departAt: flights.departAt,
    })
    .from(staffTasks)
    .innerJoin(orders, eq(orders.id, staffTasks.orderId))
    .innerJoin(passengers, eq(passengers.id, staffTasks.passengerId))
    .leftJoin(flights, eq(flights.id, passengers.flightId))
    .where(where)
    .orderBy(direction(staffTasks.createdAt), direction(staffTasks.id))
    .limit(page.limit)
    .offset(page.offset)
  return { rows: rows.map(presentStaffTask), totalCount: await db.$count(staffTasks, where) }
}

function presentStaffTask(row: {
  task: typeof staffTasks.$inferSelect
  name: string
  phone: string | null
  email: string
  departAt: Date | null
}): StaffTask {
  const { task, name, phone, email, departAt } = row
  return {
    id: task.id,
    kind: task.kind,
    order_id: task.orderId,
    passenger_id: task.passengerId,
    passenger_name: name,
    phone,
    email,
    depart_at: departAt?.toISOString() ?? null,
    state: task.state,
    choice: task.choice,
    created_at: task.createdAt.toISOString(),
    done_at: task.doneAt?.toISOString() ?? null,
  }
}

type Closed = { ok: true } | { ok: false; reason: 'not_found' | 'task_done' }

/** Notes what was agreed. Once done a task stays done. */
export async function closeStaffTask(
  { database: { db }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  id: number,
  done: { choice: NonNullable<StaffTask['choice']>; userId: number },
): Promise<Closed> {
  const { choice, userId } = done
  const closed = await db
    .update(staffTasks)
    .set({ state: 'done', choice, doneAt: clock.now(), doneBy: userId })
    .where(and(eq(staffTasks.id, id), eq(staffTasks.state, 'open')))
    .returning({ id: staffTasks.id })
  if (closed.length > 0) return { ok: true }
  const known = await db.$count(staffTasks, eq(staffTasks.id, id))
  return { ok: false, reason: known > 0 ? 'task_done' : 'not_found' }
}
