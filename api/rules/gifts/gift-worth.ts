interface Line {
  kind: string
  amountCents: number
}

const sumOfKind = (lines: readonly Line[], kind: string) =>
  lines.reduce((sum, line) => (line.kind === kind ? sum + line.amountCents : sum), 0)

const priceOfGifts = (lines: readonly Line[]) => sumOfKind(lines, 'gift_card')

/** The price paid for gift cards in an order, less discounts; 0 when none is bought. */
export function paidForGifts(lines: readonly Line[]): number {
  const price = priceOfGifts(lines)
  return price === 0 ? 0 : Math.max(0, price + sumOfKind(lines, 'discount'))
}

/** The discount on bought gift cards, which is not owed to whoever redeems them. */
export const discountOfGifts = (lines: readonly Line[]): number => priceOfGifts(lines) - paidForGifts(lines)

/** A gift card that paid a unit: the price paid for the card, and the price of the unit now. */
export interface UsedGiftCard {
  paidCents: number
  amountCents: number
}

/** The difference between the price of seats and the price of the gift cards that paid them. */
const DIFFERENCE_ACCOUNT = 'gifts:difference'

/**
 * The entries that leave a used card's purchase price on the account of gifts, instead of the price
 * of what it paid.
 */
export const giftDifferences = (cards: readonly UsedGiftCard[], giftAccount: string) =>
  cards.flatMap(({ paidCents, amountCents }) => [
    { account: giftAccount, amountCents: paidCents - amountCents },
    { account: DIFFERENCE_ACCOUNT, amountCents: amountCents - paidCents },
  ])
