import { type GiftQuote, type Quote } from '#contract/quote.ts'
import { type SaleDay } from '#contract/sale-day.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'

/** The displayed price, before the order is placed. */
export type ShownPrice = Pick<Quote | GiftQuote, 'lines' | 'credits' | 'total' | 'amount_due'> & {
  /** The order's total before codes, which the service compares with its own. */
  claim: number
  /** The part of it that is taken now; undefined for all. */
  part?: number | undefined
  /** The list price beside a price of staff, what that gives, and how much they may give. */
  staffPrice?: { list: number; given: number; limit: number | null } | undefined
}

export interface SellAnswer {
  status: number
  /** The submitted values with their errors. */
  answer: FormAnswer
  /** The price; nothing is sold yet. */
  price?: ShownPrice
  /** The times for the party as it was typed. */
  day?: SaleDay
  /** The sale is above the limit of who sells, and a colleague may approve it. */
  askable?: boolean
  /** The outcome of the sale is unknown, so only submitting the same form again is safe. */
  key?: string
}
