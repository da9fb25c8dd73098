import { createRoute } from '@hono/zod-openapi'
import {
  CheckoutTransferOpenedReply,
  CheckoutTransferOpening,
  CheckoutTransferReply,
  CheckoutTransferRequest,
} from '#contract/resumption.ts'
import { createRouter } from '../../http/http.ts'
import { createCheckoutTransfer } from '../checkout-transfer/create-checkout-transfer.ts'
import { openCheckoutTransfer } from '../checkout-transfer/open-checkout-transfer.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const create = createRoute({
  method: 'post',
  path: '/v1/resumptions',
  summary: 'Create a code, or mail a link, to continue with a draft on another device',
  description:
    'Works once within a day. With an e-mail the link is mailed and no code is made; a reminder ' +
    'is sent only on request, and once for each draft.',
  request: { body: jsonBody(CheckoutTransferRequest) },
  responses: { 201: jsonReply('The code, or the notice that the link is on its way', CheckoutTransferReply) },
})
const open = createRoute({
  method: 'post',
  path: '/v1/resumptions/open',
  summary: 'Continue on this device, with a copy of the draft and the page to open',
  description:
    'Unknown, used and expired codes get the same answer. An unpaid order of the other device is ' +
    'released; if it is paid, the answer is 409 `finished_elsewhere`.',
  request: { body: jsonBody(CheckoutTransferOpening) },
  responses: { 200: jsonReply('The draft, and the page to continue at', CheckoutTransferOpenedReply) },
})

export const checkoutTransfers = createRouter()
  .openapi(create, async (c) => {
    const made = await createCheckoutTransfer(c.get('deps'), c.req.valid('json').resumption)
    if (!made.ok) return refuse(c, made.reason)
    return c.json({ resumption: { code: made.code, expires_at: made.expiresAt.toISOString() } }, 201)
  })
  .openapi(open, async (c) => {
    const { secret, brand_id: brandId } = c.req.valid('json').resumption
    const opened = await openCheckoutTransfer(c.get('deps'), { secret, brandId })
    if (!opened.ok) return refuse(c, opened.reason)
    const { draft, path, seatsLetGo: seats_let_go } = opened
    return c.json({ resumption: { draft, path, seats_let_go } }, 200)
  })
