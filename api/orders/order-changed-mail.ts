import { orders } from '../db/schema/orders.ts'
import { declareMail } from '../store/mails/queue-mail.ts'
import { readMailedOrder } from './read-mailed-order.ts'
import { composeTicketMail } from './ticket-mail.ts'

/** The confirmation again, after something was added to the order. */
export const orderChangedMail = declareMail({
  kind: 'order_changed',
  about: orders,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: (deps, mail) => readMailedOrder(deps, mail),
  compose: (order, brand, { createdAt: now }) =>
    composeTicketMail(order, brand, { now, title: 'Your order was updated' }),
})
