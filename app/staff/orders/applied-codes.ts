import { type CounterQuote } from '#contract/counter.ts'

/** What pays beside money at the counter, by its codes. */
export interface CounterCodes {
  gift_card_codes: string[]
  vouchers: string[]
}

export const NO_CODES: CounterCodes = { gift_card_codes: [], vouchers: [] }

/** What an unpaid order costs with them. */
export interface CodedPrice {
  codes: CounterCodes
  quote: CounterQuote
}
