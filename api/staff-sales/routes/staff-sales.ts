import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  InPersonPaymentReply,
  InPersonPaymentRequest,
  InPersonQuoteReply,
  InPersonQuoteRequest,
  DrawerCountRequest,
  DrawerReply,
  DrawerRequest,
  DrawersReply,
  ManualRefundReply,
  ManualRefundRequest,
  ManualRefundsReply,
  PaymentLinkOpenReply,
  PaymentLinkOpenRequest,
  PaymentLinkPreviewReply,
  PaymentLinkReply,
  PaymentLinkRequest,
} from '#contract/counter.ts'
import { VoucherReply, VoucherRequest } from '#contract/tenders.ts'
import { toCents } from '../../rules/money/money.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { closeDrawer, listDrawers, openDrawer } from '../drawers.ts'
import { recordManualRefund, listManualRefunds } from '../cash-refunds.ts'
import { mailPaymentLink, openPaymentLink, previewPaymentLink } from '../payment-link.ts'
import { quoteInPersonPayment } from '../quote-counter-payment.ts'
import { takeInPersonPayment } from '../collect-counter-payment.ts'
import { readOrder } from '../../orders/read-order.ts'
import { giveVoucher } from '../../gifts/issue-voucher.ts'
import { listVouchers } from '../../gifts/list-vouchers.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, IdQuery, ONE_ROW_PAGE, filterRequestedRows } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const pay = createRoute({
  method: 'post',
  path: '/v1/counter_payments',
  summary: 'Staff took an order’s money, in cash or with their card reader',
  description:
    'Completes the order. Cash needs an open drawer of one’s own. Where the seats are gone ' +
    'nothing is written, and the customer keeps the money.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(InPersonPaymentRequest) },
  responses: { 201: jsonReply('The order, and the change to give', InPersonPaymentReply) },
})
const quote = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/counter_quotes',
  summary: 'What gift cards and vouchers, by their codes, would leave of an unpaid order to take',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(InPersonQuoteRequest) },
  responses: { 200: jsonReply('The price with them; nothing is taken', InPersonQuoteReply) },
})
const drawers = createRoute({
  method: 'get',
  path: '/v1/drawers',
  request: { query: IdQuery },
  summary: 'One’s own drawers of cash, the open one first; everybody’s for admins',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('Drawers', DrawersReply) },
})
const open = createRoute({
  method: 'post',
  path: '/v1/drawers',
  summary: 'Open a drawer with what lies in it for change; one at a time',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(DrawerRequest) },
  responses: { 201: jsonReply('The drawer', DrawerReply) },
})
const count = createRoute({
  method: 'post',
  path: '/v1/drawers/{id}/count',
  summary: 'Count one’s own drawer and close it; what differs is posted',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(DrawerCountRequest) },
  responses: { 200: jsonReply('The drawer, closed', DrawerReply) },
})
const waiting = createRoute({
  method: 'get',
  path: '/v1/hand_outs',
  summary: 'Refunds of counter payments that wait to be handed out',
  middleware: [requireCaller] as const,
  request: { query: z.object({ order_id: IdParams.shape.id.optional() }) },
  responses: { 200: jsonReply('What waits', ManualRefundsReply) },
})
const give = createRoute({
  method: 'post',
  path: '/v1/hand_outs',
  summary: 'A refund was handed out, in cash from one’s own drawer or by the card reader; once',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(ManualRefundRequest) },
  responses: { 201: jsonReply('What was handed out', ManualRefundReply) },
})
const voucher = createRoute({
  method: 'post',
  path: '/v1/vouchers',
  summary: 'Give the customer of an order a voucher; staff up to their limit',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(VoucherRequest) },
  responses: { 201: jsonReply('The voucher, without its code', VoucherReply) },
})
const mailLink = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/payment_links',
  summary: 'Mail the customer of an unpaid order a link to pay it; its seats are kept two hours from now',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams, body: jsonBody(PaymentLinkRequest) },
  responses: { 201: jsonReply('Until when the seats are kept', PaymentLinkReply) },
})
const previewLink = createRoute({
  method: 'post',
  path: '/v1/payment_links/preview',
  summary: 'What a mailed payment link is about: the flight, the people and the price; spends nothing',
  request: { body: jsonBody(PaymentLinkOpenRequest) },
  responses: { 200: jsonReply('Before anything is opened or paid', PaymentLinkPreviewReply) },
})
const openLink = createRoute({
  method: 'post',
  path: '/v1/payment_links/open',
  summary: 'A token for the one order a mailed payment link is about',
  request: { body: jsonBody(PaymentLinkOpenRequest) },
  responses: { 200: jsonReply('A guest’s token that reaches that order', PaymentLinkOpenReply) },
})

export const inPersonPayments = createRouter()
  .openapi(pay, async (c) => {
    const deps = c.get('deps')
    const caller = c.get('signedIn')
    const who = { ...auditBy(c), caller }
    const taken = await takeInPersonPayment(deps, c.req.valid('json').counter_payment, who)
    if (!taken.ok) return taken.reason === 'invalid' ? refuseFields(c, taken.fields) : refuse(c, taken.reason)
    const order = await readOrder(deps.database.db, taken.orderId, deps.clock.now())
    if (!order) throw new Error('An order was paid and cannot be read')
    return c.json({ order, change: taken.change }, 201)
  })
  .openapi(quote, async (c) => {
    const { counter_quote: codes } = c.req.valid('json')
    const named = { ...codes, gift_cards: [], apply_user_credit: false }
    const id = findId(c.req.valid('param').id) ?? 0
    const quoted = await quoteInPersonPayment(c.get('deps'), id, named, c.get('signedIn'))
    if (quoted.ok) return c.json({ counter_quote: quoted.quote }, 200)
    return quoted.reason === 'invalid' ? refuseFields(c, quoted.fields) : refuse(c, quoted.reason)
  })
  .openapi(drawers, async (c) => {
    const userId = c.get('reach') === 'own' ? c.get('signedIn').userId : undefined
    const drawers = await listDrawers(c.get('deps').database.db, userId)
    return c.json({ drawers: filterRequestedRows(drawers, c.req.valid('query')) }, 200)
  })
  .openapi(open, async (c) => {
    const deps = c.get('deps')
    const { opening } = c.req.valid('json').drawer
    const who = auditBy(c)
    return c.json({ drawer: await openDrawer(deps, toCents(opening), who) }, 201)
  })
  .openapi(count, async (c) => {
    const deps = c.get('deps')
    const { counted, note } = c.req.valid('json').drawer
    const who = auditBy(c)
    const id = findId(c.req.valid('param').id) ?? 0
    const closed = await closeDrawer(deps, id, { cents: toCents(counted), note }, who)
    return closed.ok ? c.json({ drawer: closed.drawer }, 200) : refuse(c, closed.reason)
  })
  .openapi(waiting, async (c) => {
    const { order_id: orderId } = c.req.valid('query')
    const of = orderId === undefined ? undefined : (findId(orderId) ?? 0)
    return c.json({ hand_outs: await listManualRefunds(c.get('deps').database.db, of) }, 200)
  })
  .openapi(give, async (c) => {
    const deps = c.get('deps')
    const who = auditBy(c)
    const given = await recordManualRefund(deps, c.req.valid('json').hand_out.refund_id, who)
    return given.ok ? c.json({ hand_out: given.handOut }, 201) : refuse(c, given.reason)
  })
  .openapi(voucher, async (c) => {
    const deps = c.get('deps')
    const who = { caller: c.get('signedIn'), requestId: c.get('requestId') }
    const given = await giveVoucher(deps, c.req.valid('json').voucher, who)
    if (!given.ok) return given.reason === 'invalid' ? refuseFields(c, given.fields) : refuse(c, given.reason)
    const selection = { ids: [given.voucher.id], page: ONE_ROW_PAGE, everybody: true }
    const [presented] = (await listVouchers(deps, c.get('signedIn'), selection)).rows
    if (!presented) throw new Error('A voucher was given and cannot be read')
    return c.json({ voucher: { ...presented, code: null } }, 201)
  })
  .openapi(mailLink, async (c) => {
    const deps = c.get('deps')
    const who = auditBy(c)
    const id = findId(c.req.valid('param').id) ?? 0
    const mailed = await mailPaymentLink(deps, id, c.req.valid('json').payment_link.url, who)
    if (!mailed.ok) return refuse(c, mailed.reason)
    const link = { held_until: mailed.heldUntil.toISOString(), mailed_to: mailed.mailedTo }
    return c.json({ payment_link: link }, 201)
  })
  .openapi(previewLink, async (c) => {
    const seen = await previewPaymentLink(c.get('deps'), c.req.valid('json').token)
    return seen.ok ? c.json({ payment_link: seen.preview }, 200) : refuse(c, seen.reason)
  })
  .openapi(openLink, async (c) => {
    const opened = await openPaymentLink(c.get('deps'), c.req.valid('json').token)
    if (!opened.ok) return refuse(c, opened.reason)
    const { jwt, orderId: order_id, email, changeId: order_change_id } = opened
    return c.json({ jwt, order_id, email, order_change_id }, 200)
  })
