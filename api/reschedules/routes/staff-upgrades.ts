import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  StaffAddUpgradesReply,
  StaffAddUpgradesRequest,
  UpgradeQuoteFields,
  UpgradeQuoteReply,
} from '#contract/order-change.ts'
import { QueryId } from '#contract/primitives.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { idempotent, oneAtATime } from '../../access/idempotent.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuseFields } from '../../http/refuse.ts'
import { readOrder } from '../../orders/read-order.ts'
import { findVisibleOrder, lockOrder } from '../../store/orders/order.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { addUpgradesForCustomer, toStaffUpgrades } from '../add-upgrades-for-customer.ts'
import { presentUpgradeQuote } from '../present-upgrade-quote.ts'
import { priceChange } from '../price-change.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ id: QueryId })

const quote = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/staff_upgrade_quotes',
  summary: 'The upgrades that staff can add to a paid order, with their price',
  description: 'Staff add them until their own end of sales, also to an order that is paid in part.',
  middleware: [requireCaller] as const,
  request: { params, body: jsonBody(UpgradeQuoteFields.omit({ apply_user_credit: true })) },
  responses: { 200: jsonReply('Offers and price; nothing is written', UpgradeQuoteReply) },
})
const add = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/staff_upgrades',
  summary: 'Add upgrades to a paid order for its customer',
  description:
    'Paid at the counter all of it happens or nothing; paid by a mailed link they are added once it is ' +
    'paid. For an order that is paid in part the price is added to what is due. If `updated_total_price` ' +
    'is not the one that applies, the answer is 409 with the right `upgrade_quote`.',
  middleware: [requireCaller, idempotent, oneAtATime] as const,
  request: { params, body: jsonBody(StaffAddUpgradesRequest) },
  responses: { 201: jsonReply('The order with its upgrades', StaffAddUpgradesReply) },
})

export const staffUpgrades = createRouter()
  .openapi(quote, async (c) => {
    const { database, clock } = c.get('deps')
    const caller = c.get('signedIn')
    const order = await findVisibleOrder(database.db, caller, c.req.valid('param').id)
    if (!order) return refuse(c, 'not_found')
    const ask = toStaffUpgrades(c.req.valid('json'), caller)
    const judged = await priceChange(database.db, order, ask, { now: clock.now() })
    return c.json({ upgrade_quote: presentUpgradeQuote(order, judged) }, 200)
  })
  .openapi(add, async (c) => {
    const deps = c.get('deps')
    const caller = c.get('signedIn')
    const { db } = deps.database
    const order = await findVisibleOrder(db, caller, c.req.valid('param').id)
    if (!order) return refuse(c, 'not_found')
    const { added_upgrades: fields } = c.req.valid('json')
    const added = await addUpgradesForCustomer(deps, { order, fields, caller, by: auditBy(c) })
    if (!added.ok) {
      if (added.reason === 'invalid') return refuseFields(c, added.fields)
      if (added.reason !== 'price_changed') return refuse(c, added.reason)
      const ask = toStaffUpgrades(fields, caller)
      const upgrade_quote = await db.transaction(async (tx) => {
        const now = await lockOrder(tx, order.id)
        return presentUpgradeQuote(now, await priceChange(tx, now, ask, { now: deps.clock.now() }))
      })
      return refuse(c, 'price_changed', { upgrade_quote })
    }
    const changed = await readOrder(db, order.id, deps.clock.now())
    const change = changed?.changes?.find(({ id }) => id === added.changeId)
    if (!changed || !change) throw new Error('Upgrades were added and their order cannot be read')
    return c.json({ order: changed, order_change: change, payment_link: added.link }, 201)
  })
