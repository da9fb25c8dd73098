import { eq } from 'drizzle-orm'
import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { vouchers } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { expiryDay } from '../gifts/gift-mail-codes.ts'
import { formatDollars } from '../rules/money/money.ts'
import { declareMail, type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { button, heading, html, type Html, mailFrame, paragraph, rows } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

interface VoucherMail {
  orderNumber: string
  amountCents: number
  code: string
  expiresAt: string
  /** Nobody chose, so it was issued when the offer ended. */
  isAutomatic: boolean
}

/** The voucher with its code. */
export const rebookingVoucherMail = declareMail({
  kind: 'claim_voucher',
  about: rebookingOffers,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: false,
  correcting: { way: 'copy' },
  load: readVoucher,
  compose: writeMail,
})

/** @throws when there is no such voucher, or its code cannot be read */
async function readVoucher(deps: ApiDeps, mail: MailRow): Promise<VoucherMail> {
  const [found] = await deps.database.db
    .select({ claim: rebookingOffers, voucher: vouchers })
    .from(rebookingOffers)
    .innerJoin(vouchers, eq(vouchers.id, rebookingOffers.voucherId))
    .where(eq(rebookingOffers.id, subjectIdOf(mail)))
  if (!found) throw new Error(`Mail ${String(mail.id)} speaks of no voucher`)
  const { claim, voucher } = found
  const code = createCodeVault(deps.settings.secrets.code).open(voucher)
  if (code === null) throw new Error(`The code of voucher ${String(voucher.id)} cannot be read`)
  return {
    orderNumber: `O-${String(claim.orderId)}`,
    amountCents: voucher.valueCents,
    code,
    expiresAt: voucher.expiresAt.toISOString(),
    isAutomatic: claim.answeredBy === 'clock',
  }
}

function writeMail(
  { orderNumber, amountCents, code, expiresAt, isAutomatic }: VoucherMail,
  brand: MailBrand,
): ComposedMail {
  const amount = formatDollars(amountCents)
  const subject = `Your re-schedule voucher for ${amount} (${orderNumber})`
  const title = 'Your re-schedule voucher'
  const why = isAutomatic
    ? `The time to choose for order ${orderNumber} is over, so all that you paid is on a voucher now.`
    : `As you wished, all that you paid for order ${orderNumber} is on a voucher now.`
  const facts: [string, string][] = [
    ['Code', code],
    ['Worth', amount],
    ['Good until', expiryDay(expiresAt, brand)],
  ]
  const how =
    'Type the code where you pay, or log in with this e-mail address: it is in your account. ' +
    'What one order leaves stays on it.'
  const link = `${brand.origin}/checkout`
  const content: Html = html`${heading(brand, title)} ${paragraph(why)} ${rows(brand, facts)}
  ${button(brand, 'Choose a flight', link)} ${paragraph(how)}`
  return {
    subject,
    text: [
      title,
      why,
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      how,
      `Choose a flight: ${link}`,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(brand, subject, why, content),
    attachments: [],
  }
}
