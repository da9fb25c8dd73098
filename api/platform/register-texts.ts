import { beforeFlightText } from '../care/before-flight-text.ts'
import { guestsLateText } from '../care/guests-late-text.ts'
import { departureCancelledText } from '../disruptions/departure-cancelled-text.ts'
import { flightDelayedText } from '../disruptions/flight-delayed-text.ts'
import { flightMovedText } from '../disruptions/rescue/flight-moved-text.ts'
import { flightTransferredText } from '../disruptions/flight-transferred-text.ts'
import { weatherHoldReleasedText } from '../disruptions/weather-holds/weather-hold-released-text.ts'
import { weatherHoldText } from '../disruptions/weather-holds/weather-hold-text.ts'
import { ticketText } from '../orders/ticket-text.ts'
import {
  balanceDueChangedText,
  balanceDueSoonText,
  partPaidText,
} from '../staff-sales/balance/balance-texts.ts'
import { paymentLinkText } from '../staff-sales/payment-link-text.ts'
import { registerTextDeclarations, type TextDeclarations } from '../store/texts/queue-text.ts'

/** Every kind of text; the compiler refuses a list without one of them. */
export const textDeclarations: TextDeclarations = {
  payment_link: paymentLinkText,
  part_paid: partPaidText,
  balance_due_soon: balanceDueSoonText,
  balance_due_changed: balanceDueChangedText,
  before_flight: beforeFlightText,
  guests_late: guestsLateText,
  called_off: departureCancelledText,
  flight_delayed: flightDelayedText,
  flight_moved: flightMovedText,
  flight_transferred: flightTransferredText,
  weather_hold: weatherHoldText,
  weather_hold_released: weatherHoldReleasedText,
  ticket: ticketText,
}

/** Called by whatever queues or sends texts: the service and its workers. */
export function registerTexts(): void {
  registerTextDeclarations(textDeclarations)
}
