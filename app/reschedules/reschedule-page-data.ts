import { type AvailabilityDay, type AvailabilityMonth } from '#contract/availability.ts'
import { type OrderFlight } from '#contract/order.ts'
import { type RescheduleQuote } from '#contract/reschedule.ts'
import { type CardPart } from '../payments/card-payer.server.ts'
import { type RescheduleChoice } from './reschedule-choice.ts'

/** A departure of the displayed day, with its price difference. */
export interface RescheduleDeparture {
  departure: AvailabilityDay['departures'][number]
  /** Undefined if it is not available. */
  difference: number | undefined
  /** Why it is not available; null if it is. */
  message: string | null
}

export interface ReschedulePageData {
  /** The path of this page, without a query. */
  path: string
  order: { id: number; number: string }
  flight: OrderFlight
  contact: { phone: string; email: string }
  /**
   * The quote for the whole party, which says whether the flight can be rescheduled and which
   * passengers can.
   */
  open: RescheduleQuote
  choice: RescheduleChoice
  month: AvailabilityMonth | undefined
  day: AvailabilityDay | undefined
  departures: RescheduleDeparture[]
  /** The quote for the choice. */
  quote: RescheduleQuote | undefined
  /** The means of payment; undefined if nothing can be bought. */
  pay: CardPart | undefined
  /** The open hosted payment page of this order. */
  openPayment: string | undefined
  formKey: string
}
