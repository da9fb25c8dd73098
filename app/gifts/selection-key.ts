// Reaches the browser: nothing that checks belongs here.

/** A choice of gift cards as one word, to know whether it is the one whose price was shown. */
export const giftChoiceKey = ({ fareId, quantity }: { fareId: number; quantity: string }): string =>
  `${String(fareId)} ${quantity.trim()}`
