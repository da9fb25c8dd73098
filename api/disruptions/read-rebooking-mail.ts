import { eq } from 'drizzle-orm'
import { type Order } from '#contract/order.ts'
import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { vouchers } from '../db/schema/tenders.ts'
import { type mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { createCodeVault } from '../gateways/code-vault.ts'
import { type RebookingMail, type VoucherMail } from './departure-cancelled-mails.ts'
import { readOrder } from '../orders/read-order.ts'
import { readRebookingOffer } from './read-rebooking-offer.ts'

type MailRow = Pick<typeof mails.$inferSelect, 'id' | 'eventKey'>

/**
 * The present content of a mail with the link of a rebooking offer.
 * @param path of the offer's page, with the link's secret
 * @throws when the subject of the mail is gone
 */
export async function readRebookingMail(
  deps: ApiDeps,
  mail: MailRow,
  path: string,
): Promise<RebookingMail & { order: Order }> {
  const token = /^\/reschedule-credits\/(\w+)\/claim$/.exec(path)?.[1] ?? ''
  const found = await readRebookingOffer(deps, token)
  if (!found.ok) throw new Error(`Mail ${String(mail.id)} speaks of no claim`)
  const order = await readOrder(deps.database.db, found.offer.order_id, deps.clock.now())
  if (!order) throw new Error(`The order of mail ${String(mail.id)} is gone`)
  return { offer: found.offer, path, order }
}

/** @throws when there is no such voucher */
export async function readRebookingVoucher(deps: ApiDeps, mail: MailRow): Promise<VoucherMail> {
  const [found] = await deps.database.db
    .select({ claim: rebookingOffers, voucher: vouchers })
    .from(rebookingOffers)
    .innerJoin(vouchers, eq(vouchers.id, rebookingOffers.voucherId))
    .where(eq(rebookingOffers.id, Number(mail.eventKey.split(':')[1])))
  if (!found) throw new Error(`Mail ${String(mail.id)} speaks of no voucher`)
  const { claim, voucher } = found
  return {
    orderNumber: `O-${String(claim.orderId)}`,
    amountCents: voucher.valueCents,
    code: createCodeVault(deps.settings.secrets.code).open(voucher),
    expiresAt: voucher.expiresAt.toISOString(),
    isAutomatic: claim.answeredBy === 'clock',
  }
}
