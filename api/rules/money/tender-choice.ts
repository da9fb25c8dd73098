/**
 * What pays beside a card, as the payer chose it. Plain values: it is kept on the payment attempt.
 */
export interface TenderChoice {
  /** In the order they are used. */
  giftCardIds: number[]
  voucherIds: number[]
  /** Account credit to use at most, cents; 0 for none. */
  creditCents: number
}

export const NO_TENDERS: TenderChoice = { giftCardIds: [], voucherIds: [], creditCents: 0 }

export const hasTenders = ({ giftCardIds, voucherIds, creditCents }: TenderChoice) =>
  giftCardIds.length > 0 || voucherIds.length > 0 || creditCents > 0
