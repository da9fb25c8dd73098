import { formatDollars } from '../format/format-dollars.ts'

// Reaches the browser: nothing that checks belongs here.

/** A choice of gift cards as one word, to know whether it is the one whose price was shown. */
export const giftChoiceKey = ({ fareId, quantity }: { fareId: number; quantity: string }): string =>
  `${String(fareId)} ${quantity.trim()}`

/** For whoever pressed before they saw what another choice costs: nothing was bought. */
export const newPriceText = (due: number) =>
  `What you chose comes to ${formatDollars(due)}. Press Purchase to buy it.`
