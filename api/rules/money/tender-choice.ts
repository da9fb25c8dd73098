/**
 * What pays beside a card, as the payer chose it. The payment attempt stores it as plain values.
 */
export interface TenderChoice {
  /** In the order they are used. */
  giftCardIds: number[]
  voucherIds: number[]
  /** The most account credit to use, in cents; 0 for none. */
  creditCents: number
}

export const NO_TENDERS: TenderChoice = { giftCardIds: [], voucherIds: [], creditCents: 0 }

export const hasTenders = ({ giftCardIds, voucherIds, creditCents }: TenderChoice) =>
  giftCardIds.length > 0 || voucherIds.length > 0 || creditCents > 0
