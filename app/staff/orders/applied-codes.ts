import { type InPersonQuote } from '#contract/counter.ts'

/** What pays beside money at the counter, by its codes. */
export interface TenderCodes {
  gift_card_codes: string[]
  vouchers: string[]
}

export const NO_CODES: TenderCodes = { gift_card_codes: [], vouchers: [] }

/** What an unpaid order costs with them. */
export interface PriceWithCodes {
  codes: TenderCodes
  quote: InPersonQuote
}
