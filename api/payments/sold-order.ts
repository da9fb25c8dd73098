import { asc, eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderLines, orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { jsonRows, statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { queueText } from '../store/texts/queue-text.ts'

type Deps = Pick<ApiDeps, 'settings' | 'jobs'>

/** Mails what was sold, or texts it to a walk-in without an e-mail. */
export async function sendTicket(tx: Tx, deps: Deps, order: OrderRow, now: Date): Promise<void> {
  const isMailed = await queueMail(
    tx,
    {
      kind: 'order_confirmation',
      eventKey: `order_confirmation:${String(order.id)}`,
      orderId: order.id,
      to: order.email,
    },
    now,
    deps,
  )
  // A walk-in without an e-mail gets the ticket as a text, after agreeing to texts.
  const text = { kind: 'ticket', eventKey: `ticket:${String(order.id)}`, order } as const
  if (!isMailed) await queueText(tx, text, now, deps)
}

/** What an order has sold, and to whom. */
export const selectSold = statement((db) =>
  db
    .select({
      lines: jsonRows(
        {
          kind: orderLines.kind,
          amountCents: orderLines.amountCents,
          subjectId: orderLines.subjectId,
        },
        {
          from: orderLines,
          where: eq(orderLines.orderId, orders.id),
          orderBy: asc(orderLines.position),
        },
      ),
      passengers: jsonRows(
        {
          id: passengers.id,
          position: passengers.position,
          passengerTypeId: passengers.passengerTypeId,
        },
        { from: passengers, where: eq(passengers.orderId, orders.id), orderBy: asc(passengers.position) },
      ),
    })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId'))),
)
