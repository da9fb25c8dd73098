import { z } from 'zod'
import { paymentMethods } from './means-of-payment.ts'

/** Enumerations of `/v1`. The database, the service and the shop use these words and no others. */
export const PublishStatus = z.enum(['draft', 'published', 'archived'])
export const OrderStatus = z.enum([
  'awaiting_payment',
  'partially_paid',
  'completed',
  'partially_refunded',
  'refunded',
  'cancelled',
  'expired',
])
export const FlightStatus = z.enum(['scheduled', 'boarding', 'departed', 'landed', 'delayed', 'called_off'])
/** Why a flight leaves later than it was sold. */
export const DelayReason = z.enum(['late_aircraft', 'weather', 'pilot', 'air_traffic', 'other'])
/** What a guest gets who did not come: nothing, a voucher for a free move, or a credit. */
export const NoShowRule = z.enum(['nothing', 'move', 'credit'])
export const DepartureType = z.enum(['fixed', 'sunset'])
export const ProductAvailability = z.enum(['available', 'sold_out', 'coming_soon', 'paused'])
export const AircraftCategory = z.enum(['doors_on', 'doors_off', 'executive'])
/** The states of orders whose seats are sold; the rest of a partially paid one is due later. */
export const bookedStatuses = ['completed', 'partially_refunded', 'partially_paid'] as const
export const isBooked = (status: z.infer<typeof OrderStatus>): boolean =>
  bookedStatuses.some((booked) => booked === status)
/** Where an order was sold: by the shop itself, or by staff on the phone or at the counter. */
export const OrderChannel = z.enum(['web', 'phone', 'counter'])
/** `succeeded`: the money was received. */
export const PaymentStatus = z.enum(['open', 'succeeded', 'failed', 'canceled', 'requires_action'])
/** The means of a payment: online through the payment provider, or collected by staff. */
export const PaymentMethod = z.enum(paymentMethods)
/** What the shopper buys: single seats, or the whole aircraft. */
export const QuantityType = z.enum(['seat', 'flight'])
/**
 * `open`: bookable for the requested party; `sold_out`: no seat left; `too_few`: fewer seats left
 * than people; `too_heavy`: the party exceeds the aircraft's weight limit; `closed`: sales have
 * ended.
 */
export const DepartureStatus = z.enum(['open', 'sold_out', 'too_few', 'too_heavy', 'closed'])
/** `none`: no departure on that day; `past`: sales have ended for all departures of the day. */
export const DayStatus = z.enum(['open', 'full', 'none', 'past'])
/** The scenes of the artwork; the tag of a departure selects the time of day. */
export const Place = z.enum(['manhattan', 'liberty', 'jersey', 'miami', 'losangeles', 'doorsoff'])
export const RouteMap = z.enum(['manhattan', 'miami', 'losangeles'])

export type PublishStatus = z.infer<typeof PublishStatus>
export type OrderStatus = z.infer<typeof OrderStatus>
export type FlightStatus = z.infer<typeof FlightStatus>
export type DelayReason = z.infer<typeof DelayReason>
export type NoShowRule = z.infer<typeof NoShowRule>
export type DepartureType = z.infer<typeof DepartureType>
export type ProductAvailability = z.infer<typeof ProductAvailability>
export type AircraftCategory = z.infer<typeof AircraftCategory>
export type OrderChannel = z.infer<typeof OrderChannel>
export type QuantityType = z.infer<typeof QuantityType>
export type DepartureStatus = z.infer<typeof DepartureStatus>
export type DayStatus = z.infer<typeof DayStatus>
export type Place = z.infer<typeof Place>
export type RouteMap = z.infer<typeof RouteMap>
