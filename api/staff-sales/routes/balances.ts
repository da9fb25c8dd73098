import { createRoute } from '@hono/zod-openapi'
import { BalanceDueRequest, BalancePaymentReply, BalancePaymentRequest } from '#contract/counter.ts'
import { OrderReply } from '#contract/order.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { idempotent } from '../../access/idempotent.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { readOrder } from '../../orders/read-order.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { changeBalanceDue } from '../balance/change-balance-due.ts'
import { payBalance } from '../balance/pay-balance.ts'
import { refuse } from '../refusals.ts'

const setDue = createRoute({
  method: 'put',
  path: '/v1/orders/{id}/balance_due',
  summary: 'Set when the rest of an order that is paid in parts is due; its customer is told',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(BalanceDueRequest) },
  responses: { 200: jsonReply('The order', OrderReply) },
})

const pay = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/balance_payments',
  summary: 'Pay a later part of an order with gift cards and the credit of its customer',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams, body: jsonBody(BalancePaymentRequest) },
  responses: { 201: jsonReply('The order, and what is due less', BalancePaymentReply) },
})

export const balances = createRouter()
  .openapi(setDue, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const { balance_due_at: dueAt } = c.req.valid('json').balance_due
    const changed = await changeBalanceDue(deps, id, dueAt, auditBy(c))
    if (!changed.ok)
      return changed.reason === 'invalid' ? refuseFields(c, changed.fields) : refuse(c, changed.reason)
    const order = await readOrder(deps.database.db, id, deps.clock.now())
    if (!order) throw new Error('An order was changed and cannot be read')
    return c.json({ order }, 200)
  })
  .openapi(pay, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const who = { ...auditBy(c), caller: c.get('signedIn') }
    const paid = await payBalance(deps, id, c.req.valid('json').balance_payment, who)
    if (!paid.ok) return paid.reason === 'invalid' ? refuseFields(c, paid.fields) : refuse(c, paid.reason)
    const order = await readOrder(deps.database.db, id, deps.clock.now())
    if (!order) throw new Error('An order was paid and cannot be read')
    return c.json({ order, paid: paid.paid }, 201)
  })
