import { eq } from 'drizzle-orm'
import { orders } from '../db/schema/orders.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { flightInWords } from '../store/texts/flight-in-words.ts'
import { declareText, openTextSecret } from '../store/texts/queue-text.ts'
import { readPaymentSubject } from './payment-subject.ts'

/** A link to pay what was booked on the phone. Nothing is left to say once the order is paid or over. */
export const paymentLinkText = declareText({
  kind: 'payment_link',
  about: orders,
  repeatable: false,
  load: async (deps, text) => {
    const now = deps.clock.now()
    const { db } = deps.database
    const [order] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, text.orderId))
    if (order?.status !== 'awaiting_payment' && order?.status !== 'partially_paid') return undefined
    const subject = await readPaymentSubject(db, { orderId: text.orderId, changeId: null, now })
    const isSold = order.status === 'partially_paid'
    return subject && { link: openTextSecret(deps, text), subject, isSold }
  },
  compose: ({
    link,
    isSold,
    subject: { flights, order_number: number, credits, total, amount_due: due },
  }) => {
    const [flight] = flights
    const about = flight ? flightInWords(flight) : `order ${number}`
    const amount = formatDollars(toCents(due ?? total - credits))
    const kept = isSold ? 'The link works for two hours.' : 'We keep your booking for two hours.'
    return `pay ${amount} for ${about}: ${link} ${kept}`
  },
})
