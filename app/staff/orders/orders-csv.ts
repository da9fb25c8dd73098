import { type OrderSummary } from '#contract/order-list.ts'
import { listLeavingTimes } from '../../format/leaving-times.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { staffStatusText } from '../../orders/order-status.tsx'
import { orderPerson, orderTitle, orderZone } from '../../orders/order-title.ts'
import { csvText } from '../parts/csv.ts'
import { CHANNELS } from './order-words.ts'
import { NO_EMAIL } from '../parts/customer-name.ts'

const HEADS = [
  ...['Order', 'Customer', 'E-mail', 'Phone', 'Flies', 'Time', 'Product', 'People', 'State'],
  ...['Total', 'Paid', 'Currency', 'Sold', 'Placed'],
]

/** Orders as comma-separated values (RFC 4180), a row each; amounts are plain dollars. */
export function ordersCsv(orders: readonly OrderSummary[]): string {
  return [HEADS.join(','), ...orders.map(orderLine), ''].join('\r\n')
}

function orderLine(order: OrderSummary): string {
  const [flight] = order.flights
  return [
    ...[
      order.number,
      orderPerson(order),
      order.buyer ? (order.buyer.email ?? NO_EMAIL) : '',
      order.buyer?.phone ?? '',
    ].map(csvText),
    flight?.local_date ?? '',
    listLeavingTimes(order.flights).join(' and '),
    csvText(order.gift?.product_name ?? orderTitle(order)),
    order.quantity,
    csvText(staffStatusText(order.status)),
    order.total.toFixed(2),
    order.amount_paid.toFixed(2),
    order.currency,
    csvText(order.channel === undefined ? '' : CHANNELS[order.channel]),
    toLocalDate(order.created_at, orderZone(order)),
  ].join(',')
}
