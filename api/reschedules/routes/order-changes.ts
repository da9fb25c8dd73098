import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  UpdateUpgradesFields,
  UpdateUpgradesReply,
  UpdateUpgradesRequest,
  UpgradeQuoteFields,
  UpgradeQuoteReply,
} from '#contract/order-change.ts'
import { QueryId } from '#contract/primitives.ts'
import { type ApiDeps } from '../../deps.ts'
import { ownsOrder } from '../../rules/access/permissions.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent, oneAtATime } from '../../access/idempotent.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { changeUpgrades } from '../change-upgrades.ts'
import { presentUpgradeQuote } from '../present-upgrade-quote.ts'
import { type ChangeInput, priceChange } from '../price-change.ts'
import { findVisibleOrder, lockOrder } from '../../store/orders/order.ts'
import { readOrder } from '../../orders/read-order.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { presentPayment } from '../../payments/routes/payments.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ id: QueryId })

const quote = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/upgrade_quotes',
  summary: 'What can be added to one’s own paid order, and what it would cost',
  middleware: [requireCaller] as const,
  request: {
    params,
    body: jsonBody(UpgradeQuoteFields),
  },
  responses: { 200: jsonReply('Offers and price; nothing is changed', UpgradeQuoteReply) },
})
const update = createRoute({
  method: 'patch',
  path: '/v1/orders/{id}/update_upgrades',
  summary: 'Add upgrades to one’s own paid order',
  description:
    'Paid by a payment of its own; the order stays as it is until that has succeeded. ' +
    '`updated_total_price` is a claim: another one answers 409 with the right `upgrade_quote`, ' +
    'and nothing is charged.',
  middleware: [requireCaller, readOnlyFields('order', UpdateUpgradesFields), idempotent, oneAtATime] as const,
  request: {
    params,
    body: jsonBody(UpdateUpgradesRequest),
  },
  responses: { 200: jsonReply('The order, the change and its payment as they stand', UpdateUpgradesReply) },
})

export const orderChanges = createRouter()
  .openapi(quote, async (c) => {
    const { database, clock } = c.get('deps')
    const by = c.get('signedIn')
    const order = await findVisibleOrder(database.db, by, c.req.valid('param').id, ownsOrder)
    if (!order) return refuse(c, 'not_found')
    const fields = c.req.valid('json')
    const ask = { upgrades: fields.order_item_upgrades, useCredit: fields.apply_user_credit === true, by }
    const judged = await priceChange(database.db, order, ask, { now: clock.now() })
    return c.json({ upgrade_quote: presentUpgradeQuote(order, judged) }, 200)
  })
  .openapi(update, async (c) => {
    const deps = c.get('deps')
    const by = c.get('signedIn')
    const order = await findVisibleOrder(deps.database.db, by, c.req.valid('param').id, ownsOrder)
    if (!order) return refuse(c, 'not_found')
    const fields = c.req.valid('json')
    const started = await changeUpgrades(deps, { order, fields, by })
    if (!started.ok) {
      if (started.reason === 'invalid') return refuseFields(c, started.fields)
      if (started.reason === 'too_many_holds') return refuse(c, 'conflict')
      if (started.reason !== 'price_changed') return refuse(c, started.reason)
      const ask = { upgrades: fields.order_item_upgrades, useCredit: fields.apply_user_credit === true, by }
      return refuse(c, 'price_changed', { upgrade_quote: await quoteAgain(deps, order.id, ask) })
    }
    const changed = await readOrder(deps.database.db, order.id, deps.clock.now())
    const change = changed?.changes?.find(({ id }) => id === started.changeId)
    if (!changed || !change) throw new Error('An order was changed and cannot be read')
    const payments = started.payment ? [presentPayment(started.payment)] : []
    return c.json({ order: changed, order_change: change, payments }, 200)
  })

/** Quotes the present state, because a payment may have arrived before the request. */
async function quoteAgain(deps: ApiDeps, orderId: number, ask: ChangeInput) {
  return deps.database.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    return presentUpgradeQuote(order, await priceChange(tx, order, ask, { now: deps.clock.now() }))
  })
}
