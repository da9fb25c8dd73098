import { eq } from 'drizzle-orm'
import { type Order } from '#contract/order.ts'
import { rescheduleClaims } from '../db/schema/departure-cancellations.ts'
import { vouchers } from '../db/schema/tenders.ts'
import { type mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { createCodeVault } from '../gateways/code-vault.ts'
import { type ClaimMail, type VoucherMail } from './departure-cancelled-mails.ts'
import { readOrder } from '../orders/read-order.ts'
import { readClaim } from './read-rebooking-offer.ts'

type MailRow = Pick<typeof mails.$inferSelect, 'id' | 'eventKey'>

/**
 * What a mail with a claim's link says, as things stand now.
 *
 * @param path of the claim's page, with the link's secret
 * @throws when what the mail speaks of is gone
 */
export async function readClaimMail(
  deps: ApiDeps,
  mail: MailRow,
  path: string,
): Promise<ClaimMail & { order: Order }> {
  const token = /^\/reschedule-credits\/(\w+)\/claim$/.exec(path)?.[1] ?? ''
  const found = await readClaim(deps, token)
  if (!found.ok) throw new Error(`Mail ${String(mail.id)} speaks of no claim`)
  const order = await readOrder(deps.database.db, found.claim.order_id, deps.clock.now())
  if (!order) throw new Error(`The order of mail ${String(mail.id)} is gone`)
  return { claim: found.claim, path, order }
}

/** @throws when there is no such voucher */
export async function readClaimVoucher(deps: ApiDeps, mail: MailRow): Promise<VoucherMail> {
  const [found] = await deps.database.db
    .select({ claim: rescheduleClaims, voucher: vouchers })
    .from(rescheduleClaims)
    .innerJoin(vouchers, eq(vouchers.id, rescheduleClaims.voucherId))
    .where(eq(rescheduleClaims.id, Number(mail.eventKey.split(':')[1])))
  if (!found) throw new Error(`Mail ${String(mail.id)} speaks of no voucher`)
  const { claim, voucher } = found
  return {
    orderNumber: `O-${String(claim.orderId)}`,
    amountCents: voucher.valueCents,
    code: createCodeVault(deps.settings.secrets.code).open(voucher),
    expiresAt: voucher.expiresAt.toISOString(),
    byItself: claim.answeredBy === 'clock',
  }
}
