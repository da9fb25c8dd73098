import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'

const PLACED = ['departure_id', 'flight_id', 'depart_at', 'quantity', 'price']
const GIFT = ['fare_id', 'quantity', 'recipient_email', 'message', 'send_on']

/** Renames the fields of errors to the names in the order's payload. */
export function renameToSentFields(fields: FieldErrors, order: OrderFields): FieldErrors {
  const named = Object.entries(fields).map(([name, messages]) => [sentName(name, order), messages])
  return Object.fromEntries(named) as FieldErrors
}

function sentName(name: string, order: OrderFields): string {
  if (name === 'upgrades') return 'order_item_upgrades_attributes'
  const gift = order.order_item_gift_cards_attributes.length > 0
  if (gift) return GIFT.includes(name) ? `order_item_gift_cards_attributes.0.${name}` : name
  const list =
    order.order_item_flights_attributes.length > 0
      ? 'order_item_flights_attributes'
      : 'order_item_seats_attributes'
  if (name === 'quantity_type') return list
  return PLACED.includes(name) ? `${list}.0.${name}` : name
}
