import { type Order } from '#contract/order.ts'
import { GiftItem } from './gifts-bought-page.tsx'

/**
 * The gift cards that were bought with an order; renders nothing if there are none, or while they
 * are not paid.
 *
 * @param props.linked whether gifts made of them are links, which only logged-in buyers can open
 */
export function OrderGifts({ order, linked, timezone }: { order: Order; linked: boolean; timezone: string }) {
  const items = order.order_items.filter(({ gift }) => gift && gift.cards.length > 0)
  return items.map((item) => <GiftItem key={item.id} item={item} linked={linked} timezone={timezone} />)
}
