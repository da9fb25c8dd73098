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
  TicketTextReply,
  TicketTextRequest,
} from '#contract/counter.ts'
import { VoucherReply, VoucherRequest } from '#contract/tenders.ts'
import { toCents } from '../../rules/money/money.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { closeDrawer, listDrawers, openDrawer } from '../drawers.ts'
import { recordManualRefund, listManualRefunds } from '../cash-refunds.ts'
import { textTicket } from '../text-ticket.ts'
import { textPaymentLink } from '../text-payment-link.ts'
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
  summary: 'Take the payment of an order in cash or with a card terminal',
  description:
    'Completes the order; with `part` it takes a part, which sells the seats, and the rest is due later. ' +
    'Cash needs an open drawer of the caller. If the seats are gone, nothing is written and the customer ' +
    'keeps the money.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(InPersonPaymentRequest) },
  responses: { 201: jsonReply('The order, and the change to give', InPersonPaymentReply) },
})
const quote = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/counter_quotes',
  summary: 'The amount due of an unpaid order after gift cards and vouchers, by their codes',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(InPersonQuoteRequest) },
  responses: { 200: jsonReply('The price with them; nothing is charged', InPersonQuoteReply) },
})
const drawers = createRoute({
  method: 'get',
  path: '/v1/drawers',
  request: { query: IdQuery },
  summary: 'List the caller’s cash drawers, the open one first; all for admins',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('Drawers', DrawersReply) },
})
const open = createRoute({
  method: 'post',
  path: '/v1/drawers',
  summary: 'Open a cash drawer with its opening amount; one at a time',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(DrawerRequest) },
  responses: { 201: jsonReply('The drawer', DrawerReply) },
})
const count = createRoute({
  method: 'post',
  path: '/v1/drawers/{id}/count',
  summary: 'Count and close the caller’s cash drawer; a difference is posted to the ledger',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(DrawerCountRequest) },
  responses: { 200: jsonReply('The closed drawer', DrawerReply) },
})
const waiting = createRoute({
  method: 'get',
  path: '/v1/hand_outs',
  summary: 'List the refunds that staff have to pay out',
  middleware: [requireCaller] as const,
  request: { query: z.object({ order_id: IdParams.shape.id.optional() }) },
  responses: { 200: jsonReply('The refunds', ManualRefundsReply) },
})
const give = createRoute({
  method: 'post',
  path: '/v1/hand_outs',
  summary: 'Record that a refund was paid out in cash from the caller’s drawer or by card terminal; once',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(ManualRefundRequest) },
  responses: { 201: jsonReply('The refund', ManualRefundReply) },
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
  summary: 'Mail or text the customer of an unpaid order a payment link; its seats are held for two hours',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams, body: jsonBody(PaymentLinkRequest) },
  responses: { 201: jsonReply('The time until which the seats are held', PaymentLinkReply) },
})
const sendTicket = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/ticket_texts',
  summary: 'Text the ticket of a paid walk-in, who has no e-mail; staff only',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams, body: jsonBody(TicketTextRequest) },
  responses: { 201: jsonReply('The end of the number', TicketTextReply) },
})
const previewLink = createRoute({
  method: 'post',
  path: '/v1/payment_links/preview',
  summary: 'The flight, the people and the price behind a mailed payment link; reading does not use it up',
  request: { body: jsonBody(PaymentLinkOpenRequest) },
  responses: { 200: jsonReply('The order before it is opened or paid', PaymentLinkPreviewReply) },
})
const openLink = createRoute({
  method: 'post',
  path: '/v1/payment_links/open',
  summary: 'A token for the one order of a mailed payment link',
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
    const { by, text_consent: words, ...link } = c.req.valid('json').payment_link
    if (by === 'text') {
      const texted = await textPaymentLink(deps, id, { ...link, words: words ?? null }, who)
      if (!texted.ok && texted.reason === 'invalid') return refuseFields(c, texted.fields)
      if (!texted.ok) return refuse(c, texted.reason)
      const { heldUntil, textedTo: texted_to } = texted
      return c.json(
        { payment_link: { held_until: heldUntil.toISOString(), mailed_to: null, texted_to } },
        201,
      )
    }
    const mailed = await mailPaymentLink(deps, id, link, who)
    if (!mailed.ok && mailed.reason === 'invalid') return refuseFields(c, mailed.fields)
    if (!mailed.ok) return refuse(c, mailed.reason)
    const { heldUntil, mailedTo: mailed_to } = mailed
    return c.json({ payment_link: { held_until: heldUntil.toISOString(), mailed_to, texted_to: null } }, 201)
  })
  .openapi(sendTicket, async (c) => {
    const orderId = findId(c.req.valid('param').id) ?? 0
    const { phone, text_consent: words = null } = c.req.valid('json').ticket_text
    const texted = await textTicket(c.get('deps'), { orderId, phone, words }, auditBy(c))
    if (texted.ok) return c.json({ ticket_text: { texted_to: texted.textedTo } }, 201)
    return texted.reason === 'invalid' ? refuseFields(c, texted.fields) : refuse(c, texted.reason)
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
