import { type PaidByTenders } from '../pricing/pricing.ts'

export interface TenderAmounts extends PaidByTenders {
  cardCents: number
  /** What was still to be paid and is not any more; absent where the order was paid as a whole. */
  dueCents?: number
}

interface Paid {
  paid: TenderAmounts
  /** What earlier refunds returned. */
  returned: TenderAmounts
}

/**
 * Allocates an amount to the tenders it came from, last in first out: what is not paid yet comes off
 * before money is returned. An amount above what they paid and have not got back is cut off. Gift cards
 * pay whole seats and receive no amounts.
 */
export function allocateRefund(amountCents: number, { paid, returned }: Paid): TenderAmounts {
  let left = amountCents
  const give = (paidCents: number, returnedCents: number) => {
    const cents = Math.min(left, Math.max(0, paidCents - returnedCents))
    left -= cents
    return cents
  }
  const dueCents = give(paid.dueCents ?? 0, returned.dueCents ?? 0)
  const cardCents = give(paid.cardCents, returned.cardCents)
  const creditCents = give(paid.creditCents, returned.creditCents)
  const vouchers = paid.vouchers.toReversed().flatMap(({ id, amountCents: paidCents }) => {
    const cents = give(paidCents, sumOfId(returned.vouchers, id))
    return cents > 0 ? [{ id, amountCents: cents }] : []
  })
  return { ...(dueCents > 0 ? { dueCents } : {}), cardCents, creditCents, vouchers, giftCards: [] }
}

/** The sum of both. */
export const addTenders = (a: TenderAmounts, b: TenderAmounts): TenderAmounts => ({
  dueCents: (a.dueCents ?? 0) + (b.dueCents ?? 0),
  cardCents: a.cardCents + b.cardCents,
  creditCents: a.creditCents + b.creditCents,
  vouchers: [...a.vouchers, ...b.vouchers],
  giftCards: [...a.giftCards, ...b.giftCards],
})

const sumOfId = (of: TenderAmounts['vouchers'], id: number) =>
  of.reduce((sum, one) => sum + (one.id === id ? one.amountCents : 0), 0)

/** The part that is returned in money; gift cards are returned, and what is due comes off, besides. */
export const sumOfMoney = ({ cardCents, creditCents, vouchers }: TenderAmounts) =>
  vouchers.reduce((sum, { amountCents }) => sum + amountCents, cardCents + creditCents)
