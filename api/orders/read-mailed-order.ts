import { type Order } from '#contract/order.ts'
import { type ApiDeps } from '../deps.ts'
import { type CodeVault } from '../rules/money/tender-code.ts'
import { type MailRow, orderIdOf } from '../store/mails/queue-mail.ts'
import { readOrder } from './read-order.ts'

/** The order of a mail as it is when the mail leaves. @throws when it is gone */
export async function readMailedOrder(
  { database: { db }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  mail: MailRow,
  vault?: Pick<CodeVault, 'open'>,
): Promise<Order> {
  const order = await readOrder(db, orderIdOf(mail), clock.now(), vault)
  if (!order) throw new Error(`The order of mail ${String(mail.id)} is gone`)
  return order
}
