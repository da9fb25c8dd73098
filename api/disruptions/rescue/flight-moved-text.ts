import { orders } from '../../db/schema/orders.ts'
import { flightInWords } from '../../store/texts/flight-in-words.ts'
import { declareText } from '../../store/texts/queue-text.ts'
import { findToldFlight } from '../weather-holds/find-told-flight.ts'

/** Tells a party that was moved, because its aircraft does not fly, when it flies now. */
export const flightMovedText = declareText({
  kind: 'flight_moved',
  about: orders,
  repeatable: true,
  load: (deps, { orderId }, brand) =>
    findToldFlight(deps, { orderId, brand }, ({ status }) => status !== 'called_off'),
  compose: ({ flight, end }) =>
    `sorry, your aircraft does not fly then. You now fly ${flightInWords(flight)}, at no charge. ${end}`,
})
