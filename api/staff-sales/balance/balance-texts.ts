import { type Order } from '#contract/order.ts'
import { ledgerTransactions } from '../../db/schema/money.ts'
import { orders } from '../../db/schema/orders.ts'
import { readOrder } from '../../orders/read-order.ts'
import { stillToPay } from '../../orders/still-to-pay.ts'
import { formatDollars, toCents } from '../../rules/money/money.ts'
import { flightInWords } from '../../store/texts/flight-in-words.ts'
import { declareText, textSubjectIdOf } from '../../store/texts/queue-text.ts'
import { sayBy } from './balance-words.ts'
import { type OwingOrder, readOwingOrder, readPartCents } from './read-balance.ts'

/** A later part was paid, for a walk-in without an e-mail. */
export const partPaidText = declareText({
  kind: 'part_paid',
  about: ledgerTransactions,
  repeatable: true,
  load: async (deps, text) => {
    const order = await readOrder(deps.database.db, text.orderId, deps.clock.now())
    const paidCents = await readPartCents(deps.database.db, textSubjectIdOf(text))
    return order && { order, paidCents }
  },
  compose: ({ order, paidCents }) => {
    const left = stillToPay(order)
    const rest = left ? `${left[1]} still to pay${sayBy(order)}.` : 'Nothing is left to pay.'
    return `we received ${formatDollars(paidCents)} for ${nameOrder(order)}. ${rest}`
  },
})

/** The time by which the rest is due is near. */
export const balanceDueSoonText = declareText({
  kind: 'balance_due_soon',
  about: orders,
  repeatable: true,
  load: (deps, { orderId }) => readOwingOrder(deps, orderId),
  compose: (order) => `${sayDue(order)} still to pay for ${nameOrder(order)}${sayBy(order)}.`,
})

/** Staff set another time by which the rest is due. */
export const balanceDueChangedText = declareText({
  kind: 'balance_due_changed',
  about: orders,
  repeatable: true,
  load: (deps, { orderId }) => readOwingOrder(deps, orderId),
  compose: (order) => `another time to pay ${sayDue(order)} for ${nameOrder(order)}:${sayBy(order)}.`,
})

const sayDue = ({ amount_due: due }: OwingOrder) => formatDollars(toCents(due))

const nameOrder = ({ number, flights: [flight] }: Order) =>
  flight ? flightInWords(flight) : `order ${number}`
