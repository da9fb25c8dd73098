import { type OrderSummary } from '#contract/order-list.ts'
import { Place } from '#contract/enums.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatLeavingTimes } from '../format/leaving-times.ts'
import { formatDayAndYear } from '../format/local-time.ts'
import { ProductPicture } from '../pictures/product-picture.tsx'
import { useShellData } from '../visit/shell-data.ts'
import { isDepartureCancelled } from '../rebooking/cancellation-notice.tsx'
import { DepartureCancelledChip, OrderStatusChip } from './order-status.tsx'

/** The account's orders: a picture, the flight and its date, the price, and the status. */
export function OrderRows({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <ul className="order-rows">
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </ul>
  )
}

function OrderRow({ order }: { order: OrderSummary }) {
  const [flight] = order.flights
  const { gift } = order
  const place = Place.safeParse(flight?.place ?? gift?.place)
  // An order without a single flight, such as one of gift cards for any flight, shows the brand's
  // own picture.
  const home = useShellData()?.theme.plain ?? 'liberty'
  return (
    <li>
      <div className="order-art">
        <ProductPicture
          photo={flight}
          place={place.success ? place.data : home}
          tags={flight?.tags ?? gift?.tags ?? []}
          product={flight?.product_id ?? gift?.product_id}
        />
      </div>
      <div className="order-what">
        <h3>
          <a href={`/account/orders/${String(order.id)}`}>{flight?.product_name ?? giftTitle(order)}</a>
        </h3>
        {flight ? (
          <p>
            <time dateTime={flight.depart_at}>
              {formatDayAndYear(flight.local_date)}, {formatLeavingTimes(order.flights)}{' '}
              {flight.timezone_label}
            </time>
          </p>
        ) : null}
        <p className="subtle sm">
          {order.number}, {partyText(order)}
        </p>
      </div>
      <div className="order-money">
        <p className="price">{formatDollars(order.total)}</p>
        <OrderStatusChip order={order} />
        {order.flights.some(isDepartureCancelled) ? <DepartureCancelledChip /> : null}
      </div>
    </li>
  )
}

const giftTitle = ({ kind, gift }: OrderSummary) =>
  kind === 'gift_cards' ? (gift ? `Gift: ${gift.product_name}` : 'Gift cards') : 'Order'

function partyText({ kind, quantity_type: type, quantity }: OrderSummary): string {
  if (kind === 'gift_cards') return quantity === 1 ? '1 gift card' : `${String(quantity)} gift cards`
  if (type === 'flight') return `whole flight for ${String(quantity)}`
  return quantity === 1 ? '1 seat' : `${String(quantity)} seats`
}
