import { type ApiDeps } from '../deps.ts'
import { type OutgoingMail } from '../gateways/mailer.ts'
import { receiptToken } from '../orders/receipt-link.ts'
import { type MailDeclaration, type MailRow } from '../store/mails/declare-mail.ts'
import { type MailBrand } from '../store/mails/mail-brand.ts'
import { findMailDeclaration } from '../store/mails/mail-registry.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { findOrderToken, hashOrderToken } from '../store/orders/order-link.ts'

/**
 * Composes a queued mail from the present data; undefined if there is nothing left to report.
 * @throws if its subject does not exist any more, or its secret cannot be decrypted: an early retry
 * would not help
 */
export async function composeMail(deps: ApiDeps, mail: MailRow): Promise<OutgoingMail | undefined> {
  const declaration = findMailDeclaration(mail.kind)
  if (!declaration) throw new Error(`There is no template for mails of kind ${mail.kind}`)
  const brand = await readMailBrand(deps.database.db, deps.settings, mail.brandId)
  const linked = await withOrderHref(deps, declaration, mail, brand)
  const composed = await declaration.write(deps, mail, linked)
  return composed && { from: brand.from, to: mail.to, messageId: mail.messageId, ...composed }
}

/** Mails to buyers carry links to their order; those to passengers and recipients of gifts do not. */
async function withOrderHref(
  deps: ApiDeps,
  { opensOrder = false }: MailDeclaration,
  mail: MailRow,
  brand: MailBrand,
): Promise<MailBrand> {
  if (mail.orderId === null || !opensOrder) return brand
  const token = await findOrderToken(deps, { orderId: mail.orderId, to: mail.to })
  if (token === undefined) return brand
  const { secrets } = deps.settings
  const receipt = receiptToken(deps.settings, mail.orderId, hashOrderToken(secrets.code, token))
  const linked = (path: string) => `${brand.origin}/orders/${path}`
  return { ...brand, orderHref: linked(token), receiptHref: linked(`${receipt}/receipt`) }
}
