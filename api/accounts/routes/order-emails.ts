import { createRoute, z } from '@hono/zod-openapi'
import { type Context } from 'hono'
import { CustomerEmailRequest, CustomerReply } from '#contract/customer.ts'
import { OrderEmailRequest, OrderReply } from '#contract/order.ts'
import { QueryId } from '#contract/primitives.ts'
import { eq } from 'drizzle-orm'
import { orders } from '../../db/schema/orders.ts'
import { createRouter, isStaff, refusalReply } from '../../http/http.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { isWalkInEmail } from '../../store/walk-in-email.ts'
import { addCustomerEmail, type EmailAdded } from '../customers/add-customer-email.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { readOrder } from '../../orders/read-order.ts'
import { readCustomer } from '../customers/read-customer.ts'
import { correctOrderEmail } from '../correct-order-email.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const correct = createRoute({
  method: 'put',
  path: '/v1/orders/{id}/email',
  summary:
    'Correct the e-mail of a guest’s paid order, or add that of a walk-in; its confirmation is mailed there',
  middleware: [requireCaller] as const,
  request: {
    params: z.object({ id: QueryId }),
    body: jsonBody(OrderEmailRequest),
  },
  responses: { 200: jsonReply('The order with the corrected e-mail', OrderReply) },
})

const add = createRoute({
  method: 'put',
  path: '/v1/customers/{id}/email',
  summary: 'Add the e-mail of a walk-in, who becomes an ordinary customer; staff only',
  description:
    'If an account has the e-mail, the walk-in is merged into it, or refused with the reason. The ' +
    'tickets of flights to come are mailed there.',
  middleware: [requireCaller] as const,
  request: { params: z.object({ id: QueryId }), body: jsonBody(CustomerEmailRequest) },
  responses: { 200: jsonReply('The customer who has the e-mail now', CustomerReply) },
})

const refuseAdded = (c: Context, added: EmailAdded & { ok: false }) =>
  added.reason === 'refused'
    ? refusalReply(c, 409, { error: added.error, code: 'conflict' })
    : refuse(c, added.reason)

export const orderEmails = createRouter()
  .openapi(add, async (c) => {
    const deps = c.get('deps')
    const { email } = c.req.valid('json').customer
    const added = await addCustomerEmail(deps, { userId: c.req.valid('param').id, email }, auditBy(c))
    if (!added.ok) return refuseAdded(c, added)
    const customer = await readCustomer(deps.database.db, added.customerId, deps.clock.now())
    c.header('Cache-Control', 'private, no-store')
    return customer ? c.json({ customer }, 200) : refuse(c, 'not_found')
  })
  .openapi(correct, async (c) => {
    const deps = c.get('deps')
    const orderId = c.req.valid('param').id
    const { email, set_password_url: setPasswordUrl } = c.req.valid('json').order
    if (isStaff(c.get('signedIn'))) {
      const [order] = await deps.database.db
        .select({ userId: orders.userId, email: orders.email })
        .from(orders)
        .where(eq(orders.id, orderId))
      if (!order) return refuse(c, 'not_found')
      if (!isWalkInEmail(order.email)) return refuse(c, 'email_known')
      const added = await addCustomerEmail(deps, { userId: order.userId, email, orderId }, auditBy(c))
      if (!added.ok) return refuseAdded(c, added)
    } else {
      const corrected = await correctOrderEmail(deps, c.get('signedIn'), { orderId, email, setPasswordUrl })
      if (!corrected.ok) return refuse(c, corrected.reason)
    }
    const order = await readOrder(deps.database.db, orderId, deps.clock.now())
    return order ? c.json({ order }, 200) : refuse(c, 'not_found')
  })
