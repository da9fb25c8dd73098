import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { unkeepableMoneyEntries } from '../rules/money/ledger.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { createRefund } from './refunds/create-refund.ts'
import { type ArrivedMoney, type WrittenPayment } from './arrived-money.ts'
import { postLedger } from '../store/post-ledger.ts'

/**
 * Returns money that cannot be kept: books it as owed, writes the refund for `issueRefund`, and
 * tells the payer.
 * @returns the refund's id
 */
export async function returnPayment(
  tx: Tx,
  deps: ApiDeps,
  { order, attempt, now }: ArrivedMoney,
  payment: WrittenPayment,
  why: string,
): Promise<number> {
  await postLedger(tx, {
    orderId: order.id,
    kind: 'owed',
    eventKey: `payment:${String(payment.id)}`,
    entries: unkeepableMoneyEntries(payment.amountCents),
    now,
  })
  const refund = await createRefund(tx, {
    paymentId: payment.id,
    amountCents: payment.amountCents,
    reason: why,
    idemKey: `autorefund:${String(attempt.id)}`,
    now,
  })
  if (!refund.ok) throw new Error(`Payment ${String(payment.id)} cannot be given back: ${refund.reason}`)
  const eventKey = `money_returned:${String(payment.id)}`
  const mail = { kind: 'money_returned' as const, eventKey, orderId: order.id, subjectId: payment.id }
  await queueMail(tx, { ...mail, to: order.email }, now, deps)
  deps.log.warn({ order: order.id, attempt: attempt.id, why }, 'money goes back')
  return refund.refundId
}
