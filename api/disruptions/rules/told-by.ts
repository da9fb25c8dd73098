/** What decides how a party hears of its cancelled departure. */
export interface PartyChoices {
  /** How many departures are held for it. */
  alternatives: number
  /** What a voucher would be worth; null when it cannot have one. */
  voucher_amount: number | null
  /** What it could have back; null when the fare gives nothing back. */
  refund: object | null
  phone: string | null
}

/**
 * A party that has something to choose gets its page by mail. One with no choice at all is called:
 * a page without choices would only bring it to the phone. Without a number there is only the mail.
 */
export const isToldByMail = ({
  alternatives,
  voucher_amount: voucher,
  refund,
  phone,
}: PartyChoices): boolean => alternatives > 0 || voucher !== null || refund !== null || phone === null
