import { z } from 'zod'
import { Order } from './order.ts'
import { Dollars, Instant } from './primitives.ts'

/** The company on a receipt; it is removed when all fields are empty. */
export const ReceiptCompany = z.object({
  name: z.string().trim().max(120, 'Write at most 120 characters').default(''),
  address: z.string().trim().max(300, 'Write at most 300 characters').default(''),
  tax_id: z.string().trim().max(40, 'Write at most 40 characters').default(''),
})
export const ReceiptCompanyRequest = z.object({ company: ReceiptCompany })

export const Receipt = z.object({
  /** The receipt number, such as `R-1042`, which never changes. */
  number: z.string(),
  issued_at: Instant,
  seller: z.object({
    name: z.string(),
    legal_name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
    timezone: z.string(),
  }),
  company: ReceiptCompany.nullable(),
  /** The amount paid by card and credit, the refunded part, and the difference. */
  paid: Dollars,
  returned: Dollars,
  kept: Dollars,
  /** As in `GET /v1/orders/{id}/passengers`, to print as a code. */
  party_url: z.string().nullable(),
  order: Order,
})
/** The receipt as the link in an order's mail shows it, without anything else of the order. */
export const LinkedReceipt = Receipt.extend({
  order: Order.pick({
    id: true,
    number: true,
    email: true,
    flights: true,
    passengers: true,
    lines: true,
    tax: true,
    total: true,
    tenders: true,
    refunds: true,
    membership: true,
  }),
})
export const LinkedReceiptReply = z.object({ receipt: LinkedReceipt })
export const ReceiptReply = z.object({ receipt: Receipt })
export type LinkedReceipt = z.infer<typeof LinkedReceipt>
export type Receipt = z.infer<typeof Receipt>
export type ReceiptCompany = z.infer<typeof ReceiptCompany>
