import { orders } from '../../db/schema/orders.ts'
import { orderHref } from '../../store/mails/flight-calendar.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { declareMail, orderIdOf } from '../../store/mails/queue-mail.ts'
import { dollars, listFacts, listPrice, sayBy, sayHow, SEE_ORDER } from './balance-words.ts'
import { readOwingOrder } from './read-balance.ts'

/** The time by which the rest is due is near. */
export const balanceDueSoonMail = declareMail({
  kind: 'balance_due_soon',
  about: orders,
  recipient: 'buyer',
  delivery: 'usual',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: (deps, mail) => readOwingOrder(deps, orderIdOf(mail)),
  compose: (order, brand) =>
    linkMail(orderHref(order, brand), brand, {
      subject: `Still to pay: ${dollars(order.amount_due)} for order ${order.number}`,
      title: 'What is still to pay',
      intro: `${dollars(order.amount_due)} are still to pay for order ${order.number}${sayBy(order)}.`,
      action: SEE_ORDER,
      facts: listFacts(order),
      price: listPrice(order),
      notes: [sayHow(order)],
    }),
})
