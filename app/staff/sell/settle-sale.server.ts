import { InPersonPaymentReply } from '#contract/counter.ts'
import { inPersonMeans, isInPersonMethod } from '#contract/means-of-payment.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { parseLocalInstant } from '../parts/local-instant.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { sendLink } from './pay-by-link.server.ts'
import { type SaleInput } from './price-sale.server.ts'
import { isLink } from './sell-shape.ts'

/** A placed order, as far as its payment needs it. */
interface PlacedSale {
  id: number
  email: string | null
  key: string
  /** What is left to pay after the codes; null when nothing is. */
  due: number | null
  /** The zone of the terminal. */
  zone: string
}

/**
 * Takes the money or sends the link. A failure does not undo the order: its seats are held, and its
 * page has the same acts again.
 *
 * @returns what staff are told on the order's page
 */
export async function settleSale(
  staff: StaffVisit,
  request: Request,
  placed: PlacedSale,
  { sale, codes }: SaleInput,
): Promise<string | undefined> {
  const { pay } = sale
  const part = sale.part !== undefined && sale.part < (placed.due ?? 0) ? sale.part : undefined
  const dueAt = sale.rest_due === undefined ? undefined : parseLocalInstant(sale.rest_due, placed.zone)
  const later = part === undefined || dueAt === undefined ? {} : { balance_due_at: dueAt }
  if (isLink(pay)) return sendLink(staff, request, { ...placed, part, later }, pay)
  if (!isInPersonMethod(pay) || placed.due === null) return undefined
  const { drawer, reference, done } = inPersonMeans(pay)
  const body = {
    counter_payment: {
      order_id: placed.id,
      method: pay,
      amount: part ?? placed.due,
      part: part !== undefined,
      ...later,
      ...codes,
      ...(drawer && sale.handed !== undefined ? { handed: sale.handed } : {}),
      ...(reference ? { reader_reference: sale.slip } : {}),
    },
  }
  const call = { body, ...createFormIdempotencyKey(placed.key, body) }
  const paid = await staff.userApi.post('/v1/counter_payments', InPersonPaymentReply, call)
  if (!paid.ok) {
    const [first] = Object.values(paid.errors).flat()
    return `The seats are held, and nothing is booked as paid: ${first ?? paid.message}`
  }
  const { change, order } = paid.data
  const said = change > 0 ? `Paid. Give ${formatDollars(change)} back.` : done
  return order.amount_due === null ? said : `${said} ${formatDollars(order.amount_due)} still to pay.`
}
