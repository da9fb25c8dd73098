import { and, asc, inArray, isNull } from 'drizzle-orm'
import { type LeftOut, type OrderMailing, type OrderMailingKind } from '#contract/order-mailing.ts'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { type LinkObstacle, writePaymentLink } from '../staff-sales/payment-link.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { copyMail } from '../store/mails/repeat-mail.ts'
import { lockOrder } from '../store/orders/order.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { type JudgedOrder, judgeMailing } from './judge-mailing.ts'
import { isWalkInEmail } from '../store/walk-in-email.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'jobs' | 'clock'>

export interface MailingRequest {
  kind: OrderMailingKind
  order_ids: readonly number[]
}

/** Who would get a mail and who would not; nothing is written. */
export async function previewMailing(
  { database: { db }, clock }: Deps,
  { kind, order_ids: ids }: MailingRequest,
): Promise<OrderMailing> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isNull(orders.supersededById)))
    .orderBy(asc(orders.id))
  return { kind, orders: (await judgeMailing(db, kind, rows, clock.now())).map(present) }
}

/**
 * Mails each order that can get the mail. Each is judged once more under its lock, so that what was
 * mailed within the hour is not mailed again, whoever asks and however often.
 */
export async function mailOrders(deps: Deps, request: MailingRequest, by: AuditBy): Promise<OrderMailing> {
  const { kind } = request
  const { orders: seen } = await previewMailing(deps, request)
  const mailed: OrderMailing['orders'] = []
  for (const one of seen) {
    const result =
      one.left_out === null
        ? await deps.database.db.transaction((tx) => mailOrder(tx, deps, { kind, id: one.order_id }, by))
        : one
    mailed.push(result)
  }
  return { kind, orders: mailed }
}

async function mailOrder(
  tx: Tx,
  deps: Deps,
  { kind, id }: { kind: OrderMailingKind; id: number },
  by: AuditBy,
): Promise<OrderMailing['orders'][number]> {
  const locked = await lockOrder(tx, id)
  const [judged] = await judgeMailing(tx, kind, [locked], by.at)
  if (!judged) throw new Error(`Order ${String(id)} was locked and is not judged`)
  const leftOut = judged.leftOut ?? (await SEND[kind](tx, deps, judged, by))
  if (leftOut === null) {
    const [before, after] = [{ mailed: null }, { mailed: kind }]
    await writeAudit(tx, by, { resource: 'orders', id, before, after })
  }
  return present({ ...judged, leftOut })
}

const OBSTACLES: Readonly<Record<LinkObstacle, LeftOut>> = {
  already_paid: 'already_paid',
  order_expired: 'order_over',
  flight_closed: 'flight_closed',
  too_heavy: 'too_heavy',
}

type Send = (tx: Tx, deps: Deps, judged: JudgedOrder, by: AuditBy) => Promise<LeftOut | null>

const SEND: Readonly<Record<OrderMailingKind, Send>> = {
  ticket: async (tx, deps, { order, mail }, by) => {
    if (mail?.kind !== 'order_confirmation' && mail?.kind !== 'flight_moved') return 'no_ticket'
    const copy = copyMail(mail, { kind: mail.kind, orderId: order.id, to: order.email }, by.at)
    await queueMail(tx, { ...copy, ...(mail.userId === null ? {} : { userId: mail.userId }) }, by.at, deps)
    return null
  },
  payment: async (tx, deps, { order }, by) => {
    const { origin } = await readMailBrand(tx, deps.settings, order.brandId)
    const written = await writePaymentLink(tx, deps, order, `${origin}/pay`, by)
    return written.ok ? null : OBSTACLES[written.reason]
  },
  passengers: async (tx, deps, { order: { id, email } }, by) => {
    const eventKey = `passengers_missing:${String(id)}:${String(by.at.getTime())}`
    await queueMail(tx, { kind: 'passengers_missing', eventKey, orderId: id, to: email }, by.at, deps)
    return null
  },
}

const present = ({ order: { id, email }, leftOut }: JudgedOrder): OrderMailing['orders'][number] => ({
  order_id: id,
  number: `O-${String(id)}`,
  to: isWalkInEmail(email) ? '' : email,
  left_out: leftOut,
})
