import { formatDollars } from '../format/format-dollars.ts'

// This file is part of the browser's bundle, so it must not import validation.

/** A key of the chosen gift cards, to compare the choice with the one whose price was shown. */
export const giftChoiceKey = ({ fareId, quantity }: { fareId: number; quantity: string }): string =>
  `${String(fareId)} ${quantity.trim()}`

/** Shown if the buyer pressed the button before the new price was displayed: nothing was bought. */
export const newPriceText = (due: number) =>
  `What you chose comes to ${formatDollars(due)}. Press Purchase to buy it.`
