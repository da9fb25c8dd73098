import { eq } from 'drizzle-orm'
import { isBooked } from '#contract/enums.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { maskNumber } from '../rules/texts/phone-number.ts'
import { lockOrder, type OrderRow } from '../store/orders/order.ts'
import { queueText, type TextObstacle } from '../store/texts/queue-text.ts'
import { isWalkInEmail } from '../store/walk-in-email.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { saveSpokenConsent } from './save-spoken-consent.ts'

interface TicketToText {
  orderId: number
  /** The number as it was typed, where the order has none or another one. */
  phone: string | undefined
  /** The words to which the customer has just agreed. */
  words: string | null
}
type TicketTexted =
  | { ok: true; textedTo: string }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'not_found' | 'ticket_mailed' | 'not_paid' | TextObstacle }

/** Rolls back the number and the consent, and carries the refusal out. */
class TicketRefused extends Error {
  constructor(readonly refusal: Extract<TicketTexted, { ok: false }>) {
    super(refusal.reason)
  }
}

/** Texts a walk-in without an e-mail the link to their ticket. */
export async function textTicket(deps: ApiDeps, ticket: TicketToText, by: AuditBy): Promise<TicketTexted> {
  const { db } = deps.database
  const [known] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, ticket.orderId))
  if (!known) return { ok: false, reason: 'not_found' }
  try {
    return await db.transaction(async (tx) =>
      writeTicket(tx, deps, await lockOrder(tx, known.id), ticket, by),
    )
  } catch (error) {
    if (error instanceof TicketRefused) return error.refusal
    throw error
  }
}

async function writeTicket(
  tx: Tx,
  deps: ApiDeps,
  locked: OrderRow,
  { phone, words }: TicketToText,
  by: AuditBy,
): Promise<TicketTexted> {
  if (!isWalkInEmail(locked.email)) return { ok: false, reason: 'ticket_mailed' }
  if (!isBooked(locked.status)) return { ok: false, reason: 'not_paid' }
  const order = { ...locked, phone: phone ?? locked.phone }
  if (order.phone !== locked.phone)
    await tx.update(orders).set({ phone: order.phone }).where(eq(orders.id, order.id))
  if (words !== null) {
    const problem = await saveSpokenConsent(tx, deps, order, words, by.at)
    if (problem) throw new TicketRefused({ ok: false, reason: 'invalid', fields: problem })
  }
  const eventKey = `ticket:${String(order.id)}:${String(by.at.getTime())}`
  const queued = await queueText(tx, { kind: 'ticket', eventKey, order }, by.at, deps)
  if (!queued.ok) throw new TicketRefused(queued)
  const [before, after] = [{ ticket_texted: null }, { ticket_texted: by.at.toISOString() }]
  await writeAudit(tx, by, { resource: 'orders', id: order.id, before, after })
  return { ok: true, textedTo: maskNumber(queued.to) }
}
