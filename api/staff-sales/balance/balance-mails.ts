import { type Order } from '#contract/order.ts'
import { ledgerTransactions } from '../../db/schema/money.ts'
import { orders } from '../../db/schema/orders.ts'
import { readMailedOrder } from '../../orders/read-mailed-order.ts'
import { dueInWords, stillToPay } from '../../orders/still-to-pay.ts'
import { formatDollars, toCents } from '../../rules/money/money.ts'
import { orderHref } from '../../store/mails/flight-calendar.ts'
import { flightDay, terminalTime } from '../../store/mails/flight-time.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { declareMail, orderIdOf, subjectIdOf } from '../../store/mails/queue-mail.ts'
import { readOwingOrder, readPartCents } from './read-balance.ts'

const SEE_ORDER = 'See your order'
const dollars = (amount: number) => formatDollars(toCents(amount))

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

function sayBy(order: Order): string {
  const by = dueInWords(order)
  return by === undefined ? '' : ` by ${by}`
}

/** At the counter only where that is not too late. */
function sayHow({ balance_due_at: dueAt, flights }: Order): string {
  const isAtCheckIn = flights.some(({ delay, check_in_at: at }) => (delay?.check_in_at ?? at) === dueAt)
  const link = 'please call us, and we send you a link to pay by card'
  return isAtCheckIn
    ? `Pay when you check in; or ${link}.`
    : `${link.charAt(0).toUpperCase()}${link.slice(1)}.`
}

const listFacts = ({ number, flights }: Order): [string, string][] => [
  ['Order', number],
  ...flights.flatMap((flight): [string, string][] => [
    ['Flight', flight.product_name],
    ['Departure', `${flightDay(flight)} at ${terminalTime(flight, flight.depart_at)}`],
  ]),
]

function listPrice(order: Order): [string, string][] {
  const left = stillToPay(order)
  const credits = toCents(order.credits)
  return [
    ['Total', formatDollars(toCents(order.total) - credits)],
    ['Paid so far', dollars(order.amount_paid)],
    ...(left ? [left] : []),
  ]
}
