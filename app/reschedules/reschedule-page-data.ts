import { type AvailabilityDay, type AvailabilityMonth } from '#contract/availability.ts'
import { type OrderFlight } from '#contract/order.ts'
import { type RescheduleQuote } from '#contract/reschedule.ts'
import { type CardPart } from '../payments/card-payer.server.ts'
import { type RescheduleChoice } from './reschedule-choice.ts'

/** A departure of the day that is shown, with what moving there costs more. */
export interface RescheduleDeparture {
  departure: AvailabilityDay['departures'][number]
  /** Undefined where it cannot be taken. */
  difference: number | undefined
  /** Why it cannot; null where it can. */
  message: string | null
}

export interface ReschedulePageData {
  /** This page, without a query. */
  path: string
  order: { id: number; number: string }
  flight: OrderFlight
  contact: { phone: string; email: string }
  /** Of everybody; says whether anything can be moved, and who could. */
  open: RescheduleQuote
  choice: RescheduleChoice
  month: AvailabilityMonth | undefined
  day: AvailabilityDay | undefined
  departures: RescheduleDeparture[]
  /** Of what was chosen. */
  quote: RescheduleQuote | undefined
  /** How it is paid; undefined where nothing can be bought. */
  pay: CardPart | undefined
  /** A hosted page of this order’s that is still open. */
  openPayment: string | undefined
  formKey: string
}
