import { type AvailabilityDay, type AvailableDeparture } from '#contract/availability.ts'
import { type QuantityType } from '#contract/enums.ts'
import { type Order } from '#contract/order.ts'
import { chooseTogether } from './two-aircraft.ts'
import { type CheckoutQuery } from '../visit/checkout-query.ts'
import { formatTime } from '../format/local-time.ts'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'

export interface ChoiceProblem {
  field: 'departures' | 'quantity' | 'quantity_type' | 'types'
  text: string
}

/** The choices of the shopper, and the obstacles to them. */
export interface Choice {
  /** With `two_aircraft` only where the party flies on both. */
  departure: AvailableDeparture | undefined
  quantityType: QuantityType
  quantity: number | undefined
  problems: ChoiceProblem[]
}

/** The seats that the shopper's own unpaid order holds. */
export interface OwnHold {
  departureId: number
  departAt: string
  quantityType: QuantityType
  seats: number
}

/** The hold of an unpaid order; undefined if it has expired or the order holds nothing. */
export function findOwnHold(order: Order, now: Date): OwnHold | undefined {
  const flight = order.flights[0]
  if (order.status !== 'awaiting_payment' || !flight || !order.held_until) return undefined
  if (new Date(order.held_until) <= now) return undefined
  return {
    departureId: flight.departure_id,
    departAt: flight.depart_at,
    quantityType: order.quantity_type,
    seats: order.quantity,
  }
}

const APART = 'These two flights do not take your party together any more. Choose another time.'

/**
 * Why this party cannot take this flight; undefined if it can.
 *
 * @param isOffered the party can fly on it and on a second one
 */
function findRefusal(
  departure: AvailableDeparture,
  quantityType: QuantityType,
  isOffered: boolean,
): ChoiceProblem | undefined {
  const time = formatTime(departure.local_time)
  const left = departure.seats_left
  switch (departure.status) {
    case 'open':
      return undefined
    case 'closed':
      return { field: 'departures', text: `Sales for the ${time} flight have closed. Choose another time.` }
    case 'sold_out':
      return { field: 'departures', text: `The ${time} flight is sold out. Choose another time.` }
    case 'too_heavy':
      return { field: 'departures', text: `${departure.note ?? ''}.` }
    case 'too_few':
      if (quantityType === 'flight') {
        return {
          field: 'quantity_type',
          text: `The whole aircraft is not free at ${time}. Choose another time, or single seats.`,
        }
      }
      return {
        field: 'quantity',
        text:
          `The ${time} flight has ${String(left)} ${left === 1 ? 'seat' : 'seats'} left. Choose ` +
          `another time${isOffered ? ', two aircraft' : ''} or a smaller party.`,
      }
  }
}

/**
 * Compares the address with the day's departures.
 *
 * @param sold what the product is sold as: single seats, whole flights, or both
 * @param continuing whether Continue was pressed: then a missing time is an error, too
 */
export function checkChoice(facts: {
  query: CheckoutQuery
  day: AvailabilityDay
  sold: { seats: boolean; flights: boolean }
  continuing: boolean
}): Choice {
  const { query, day, sold, continuing } = facts
  const requestedType = query.quantityType ?? 'seat'
  const quantityType =
    requestedType === 'flight' ? (sold.flights ? 'flight' : 'seat') : sold.seats ? 'seat' : 'flight'
  const problems: ChoiceProblem[] = []
  const asked = day.departures.find((one) => one.departure_id === query.departureId)
  const { secondId } = query
  const departure =
    asked &&
    (secondId === undefined
      ? { ...asked, two_aircraft: null }
      : chooseTogether(asked, secondId, day.departures))
  if (asked && !departure) problems.push({ field: 'departures', text: APART })
  else if (!departure && (continuing || query.departureId !== undefined)) {
    problems.push({ field: 'departures', text: CHECKOUT_TEXT.dateAndTime })
  }
  const quantity = query.quantity.value
  if (quantity === undefined) problems.push({ field: 'quantity', text: CHECKOUT_TEXT.quantity })
  const isOffered = Boolean(asked?.two_aircraft)
  const refused =
    departure && quantity !== undefined ? findRefusal(departure, quantityType, isOffered) : undefined
  if (refused) problems.push(refused)
  return { departure, quantityType, quantity, problems }
}
