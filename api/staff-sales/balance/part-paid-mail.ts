import { ledgerTransactions } from '../../db/schema/money.ts'
import { readMailedOrder } from '../../orders/read-mailed-order.ts'
import { stillToPay } from '../../orders/still-to-pay.ts'
import { formatDollars } from '../../rules/money/money.ts'
import { orderHref } from '../../store/mails/flight-calendar.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { declareMail, subjectIdOf } from '../../store/mails/queue-mail.ts'
import { listFacts, listPrice, SEE_ORDER } from './balance-words.ts'
import { readPartCents } from './read-balance.ts'

/** A later part was paid. */
export const partPaidMail = declareMail({
  kind: 'part_paid',
  about: ledgerTransactions,
  recipient: 'buyer',
  delivery: 'usual',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: async (deps, mail) => ({
    order: await readMailedOrder(deps, mail),
    paid: formatDollars(await readPartCents(deps.database.db, subjectIdOf(mail))),
  }),
  compose: ({ order, paid }, brand) => {
    const left = stillToPay(order)
    return linkMail(orderHref(order, brand), brand, {
      subject: `We received ${paid} for order ${order.number}`,
      title: 'Thank you for your payment',
      intro: `We received ${paid} for order ${order.number}. ${
        left ? `${left[1]} are still to pay.` : 'Nothing is left to pay.'
      }`,
      action: SEE_ORDER,
      facts: listFacts(order),
      price: listPrice(order),
      notes: left ? [] : ['Your receipt is on the page of your order.'],
    })
  },
})
