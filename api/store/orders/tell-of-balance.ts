import { type Tx } from '../../db/client.ts'
import { type ApiDeps } from '../../deps.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { queueText } from '../texts/queue-text.ts'
import { isWalkInEmail } from '../walk-in-email.ts'
import { type OrderRow } from './order.ts'

/** News of an order that is paid in parts. */
export type BalanceNews =
  /** A later part was paid: `subjectId` is its posting in the ledger. */
  | { kind: 'part_paid'; eventKey: string; subjectId: number }
  | { kind: 'balance_due_soon' | 'balance_due_changed'; eventKey: string }

/** Tells the customer by mail, or by text where there is no e-mail; each event once. */
export async function tellOfBalance(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  order: Pick<OrderRow, 'id' | 'brandId' | 'email'>,
  news: BalanceNews,
  now: Date,
): Promise<void> {
  if (isWalkInEmail(order.email)) await queueText(tx, { ...news, order }, now, deps)
  else await queueMail(tx, { ...news, orderId: order.id, to: order.email }, now, deps)
}
