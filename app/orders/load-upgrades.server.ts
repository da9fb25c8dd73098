import { randomUUID } from 'node:crypto'
import { UpgradeQuoteReply } from '#contract/order-change.ts'
import { type Order } from '#contract/order.ts'
import { type UpgradePart } from './order-upgrades.tsx'
import { readUpgradeChoice, upgradeItems } from './upgrade-choice.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/**
 * The upgrades that can be added to an order, and the price of the chosen ones; undefined if there
 * are none.
 */
export async function loadUpgradePart(
  visit: Visit,
  order: Order,
  query: URLSearchParams,
): Promise<UpgradePart | undefined> {
  const choice = readUpgradeChoice(query)
  const { userApi, specOnly } = visit
  if (!userApi || specOnly || order.kind === 'gift_cards' || order.completed_at === null) return undefined
  const path = `/v1/orders/${String(order.id)}/upgrade_quotes`
  const body = { order_item_upgrades: upgradeItems(choice), apply_user_credit: choice.useCredit }
  const result = await userApi.post(path, UpgradeQuoteReply, { body })
  if (!result.ok) return undefined
  const quote = result.data.upgrade_quote
  return {
    quote,
    choice,
    formKey: randomUUID(),
    added: query.has('added'),
  }
}

/** Upgrades are chosen, and can be bought now. */
export const isPayable = (part: UpgradePart | undefined): part is UpgradePart =>
  part !== undefined && part.quote.open && part.quote.message === null && part.choice.upgrades.length > 0
