import { type InPersonQuote } from '#contract/counter.ts'
import { type TenderCodes } from '../../visit/session.server.ts'

export const NO_CODES: TenderCodes = { gift_card_codes: [], vouchers: [] }

/** What an unpaid order costs with them. */
export interface PriceWithCodes {
  codes: TenderCodes
  quote: InPersonQuote
}
