import { PaymentLinkReply } from '#contract/counter.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { getShopOrigin } from '../../visit/shop-origin.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type Sale } from './read-sale.server.ts'

/**
 * What keeps a link from being texted.
 *
 * @param isKnown the caller has an account, where they may have agreed to texts
 */
export function findTextProblem(
  { visit: { brand } }: StaffVisit,
  sale: Pick<Sale, 'phone' | 'text_consent'>,
  isKnown: boolean,
): FieldErrors | undefined {
  if (!brand.text_consent) return { pay: ['Texts are not sent here.'] }
  if (sale.phone === '') return { phone: ['Please type the phone number that the link goes to.'] }
  if (sale.text_consent === undefined && !isKnown)
    return { text_consent: ['Please ask, and tick the box once they have said yes to texts.'] }
  return undefined
}

interface LinkToSend {
  id: number
  email: string | null
  key: string
  part: number | undefined
  /** When the rest of the part is due, where staff chose that. */
  later: { balance_due_at?: string }
}

/** Mails or texts the link that pays an order. @returns what staff are told on the order's page */
export async function sendLink(
  { userApi, visit }: StaffVisit,
  request: Request,
  { id, email, key, part, later }: LinkToSend,
  way: 'link' | 'text',
): Promise<string> {
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  // The order has the consent to texts already.
  const of = part === undefined ? {} : { amount: part, ...later }
  const body = { payment_link: { url: `${origin}/pay`, by: way === 'text' ? 'text' : 'mail', ...of } }
  const sent = await userApi.post(`/v1/orders/${String(id)}/payment_links`, PaymentLinkReply, {
    body,
    ...createFormIdempotencyKey(key, id),
  })
  if (!sent.ok) {
    const why = sent.errors['amount']?.[0] ?? sent.errors['balance_due_at']?.[0] ?? sent.message
    return way === 'text'
      ? `The seats are held, and the link was not texted: ${why}`
      : `The link was not mailed: ${why}`
  }
  const { mailed_to: mailed, texted_to: texted } = sent.data.payment_link
  return texted === null
    ? `A link to pay was mailed to ${mailed ?? email ?? 'the customer'}.`
    : `A link to pay was texted to ${texted}.`
}
