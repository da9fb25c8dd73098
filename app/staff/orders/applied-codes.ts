import { type InPersonQuote } from '#contract/counter.ts'
import { type TenderCodes } from '../../visit/session.server.ts'

export const NO_CODES: TenderCodes = { gift_card_codes: [], vouchers: [] }

/** The price of an unpaid order with the codes. */
export interface PriceWithCodes {
  codes: TenderCodes
  quote: InPersonQuote
}
