import { type GiftPart } from './gift-share.ts'
import { type RedemptionFee } from './tenders.ts'

/** Sentences about gift cards, shared by pages and mails. */

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/**
 * Returns `Landing permit, $3.50`, or `Landing permit, $3.50, and Booking, $5.00, $8.50 together`.
 */
function nameFees(fees: readonly RedemptionFee[]): string {
  const named = fees.map(({ name, amount }) => `${name}, ${dollars.format(amount)}`)
  const last = named.pop() ?? ''
  if (named.length === 0) return last
  const cents = fees.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  return `${named.join(', ')}, and ${last}, ${dollars.format(cents / 100)} together`
}

/**
 * Describes the fees that are due when a gift card is redeemed, with the amount that is charged at
 * most.
 */
export function describeRedemptionFees(fees: readonly RedemptionFee[]): string {
  if (fees.length === 0) return 'Every fee is in it: the seat or aircraft it pays costs nothing more.'
  return `Not in it: ${nameFees(fees)}. That is paid when the card is redeemed, and no other fee.`
}

type CardTerms = Pick<GiftPart, 'waiting_fees' | 'product'>

/**
 * Describes the fees due at redemption for the gift cards of one gift: one sentence when all cards
 * have the same fees, otherwise one for each product.
 */
export function leftToPay(parts: readonly CardTerms[]): string[] {
  const said = parts.flatMap(({ waiting_fees: fees, product }) =>
    fees ? [{ text: describeRedemptionFees(fees), name: product?.name }] : [],
  )
  const texts = new Set(said.map(({ text }) => text))
  if (texts.size < 2) return [...texts]
  return [...new Set(said.map(({ text, name }) => (name ? `${name}. ${text}` : text)))]
}
