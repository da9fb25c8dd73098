import { type Order, type OrderFlight } from '#contract/order.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'
import { composeFlightMail, flightFacts } from '../compose-flight-mail.ts'

interface HoldMail {
  order: Order
  /** The flights that the mail is about, the first to leave first. */
  flights: readonly [OrderFlight, ...OrderFlight[]]
  title: string
  /** What happened, and what follows from it. */
  sentences: readonly [string, ...string[]]
}

/** A mail about flights whose times stay as they are; it needs no calendar file. */
export const composeHoldMail = (
  { order, flights, title, sentences }: HoldMail,
  brand: MailBrand,
): ComposedMail =>
  composeFlightMail(
    {
      order,
      flight: flights[0],
      title,
      sentences,
      facts: flights.flatMap((one) => flightFacts(one, 'Time')),
      action: 'See your flight',
    },
    brand,
  )
