import { type Order } from '#contract/order.ts'
import { type OrderPassengersReply } from '#contract/passenger.ts'
import { type User } from '#contract/people.ts'
import { AccountNav } from '../account/account-nav.tsx'
import { formatDayAndYear, toLocalDate } from '../format/local-time.ts'
import { MembershipNotice } from '../membership/membership-notice.tsx'
import { PassengerParts } from '../passengers/passenger-parts.tsx'
import { DepartureCancelledNotice, isDepartureCancelled } from '../rebooking/cancellation-notice.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderComments } from './order-comments.tsx'
import { OrderFlights } from './order-flights.tsx'
import { OrderGifts } from '../gifts/order-gifts.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderStateNotice } from './order-standing.tsx'
import { DepartureCancelledChip, OrderStatusChip } from './order-status.tsx'
import { type GuestPart } from './guest-choice.ts'
import { OrderGuests } from './order-guests.tsx'
import { OrderUpgrades, type UpgradePart } from './order-upgrades.tsx'
import { orderTitle, orderZone } from './order-title.ts'
import { type PurchaseState } from './purchase-state.ts'

export interface OrderPageProps {
  order: Order
  standing: PurchaseState
  /** Undefined for a guest, who sees the order in the browser it was made with. */
  user: User | undefined
  /** The address of an unpaid order's form. */
  payPath: string
  contact: { phone: string; email: string }
  /** The upgrades that can be added. */
  upgrades: UpgradePart | undefined
  /** Who can still join the party. */
  guests?: GuestPart | undefined
  /** Which passengers have given their details; undefined if nobody has to. */
  passengers?: OrderPassengersReply | undefined
  /** The brand's zone, which decides when a day begins. */
  timezone: string
  /** The order's brand lets buyers reschedule flights. */
  movable: boolean
  /** The link to choose an alternative to a cancelled departure. */
  rebookingHref?: string | undefined
}

/** An order for its buyer: its content, its status, its price, and what can be done. */
export function OrderPage(props: OrderPageProps) {
  const { order, standing, user, payPath, contact, passengers, upgrades, rebookingHref } = props
  return (
    <div className="wrap section order-page">
      {user ? <AccountNav current="orders" within /> : null}
      <OrderHead order={order} />
      <OrderStateNotice order={order} standing={standing} payPath={payPath} />
      {standing === 'booked' ? (
        <DepartureCancelledNotice flights={order.flights} rebookingHref={rebookingHref} />
      ) : null}
      {standing === 'booked' ? <MembershipNotice membership={order.membership} /> : null}
      <OrderComments order={order} />
      <OrderFlights order={order} standing={standing} />
      <OrderActions order={order} standing={standing} movable={props.movable} />
      <div className="with-rail order-body">
        <div className="order-parts">
          {/* The parts of an order, one component a line, the most important first. */}
          <PassengerParts order={order} parts={passengers} back="order" />
          <OrderGuests order={order} part={props.guests} />
          <OrderUpgrades order={order} part={upgrades} />
          <OrderGifts order={order} linked={user !== undefined} timezone={props.timezone} />
          <OrderHistory order={order} />
        </div>
        <OrderMoney order={order} contact={contact} />
      </div>
    </div>
  )
}

function OrderHead({ order }: { order: Order }) {
  return (
    <div className="order-head">
      <p className="eyebrow">
        Order <span className="order-number">{order.number}</span>
      </p>
      <h1>{orderTitle(order)}</h1>
      <p className="order-facts">
        <OrderStatusChip order={order} />
        {order.flights.some(isDepartureCancelled) ? <DepartureCancelledChip /> : null}
        <span className="muted">
          Placed on {formatDayAndYear(toLocalDate(order.created_at, orderZone(order)))}
        </span>
      </p>
    </div>
  )
}
