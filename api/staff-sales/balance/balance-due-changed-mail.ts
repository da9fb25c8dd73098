import { orders } from '../../db/schema/orders.ts'
import { orderHref } from '../../store/mails/flight-calendar.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { declareMail, orderIdOf } from '../../store/mails/queue-mail.ts'
import { dollars, listFacts, listPrice, sayBy, sayHow, SEE_ORDER } from './balance-words.ts'
import { readOwingOrder } from './read-balance.ts'

/** Staff set another time by which the rest is due. */
export const balanceDueChangedMail = declareMail({
  kind: 'balance_due_changed',
  about: orders,
  recipient: 'buyer',
  delivery: 'usual',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: (deps, mail) => readOwingOrder(deps, orderIdOf(mail)),
  compose: (order, brand) =>
    linkMail(orderHref(order, brand), brand, {
      subject: `Another time to pay the rest of order ${order.number}`,
      title: 'Another time to pay the rest',
      intro:
        `The time to pay the rest of order ${order.number} has changed: please pay ` +
        `${dollars(order.amount_due)}${sayBy(order)}.`,
      action: SEE_ORDER,
      facts: listFacts(order),
      price: listPrice(order),
      notes: [sayHow(order)],
    }),
})
