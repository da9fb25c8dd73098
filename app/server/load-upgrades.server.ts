import { randomUUID } from 'node:crypto'
import { type CreditCard, CreditCardsReply } from '#contract/credit-card.ts'
import { UpgradeQuoteReply } from '#contract/order-change.ts'
import { type Order } from '#contract/order.ts'
import { isOver } from '../checkout/saved-cards.tsx'
import { type UpgradePart } from '../orders/order-upgrades.tsx'
import { readUpgradeChoice, upgradeItems } from '../orders/upgrade-choice.ts'
import { type Visit } from './load-checkout.server.ts'

/** What can be added to an order, and what the choice costs; undefined where there is nothing to offer. */
export async function loadUpgradePart(
  visit: Visit,
  order: Order,
  query: URLSearchParams,
): Promise<UpgradePart | undefined> {
  const choice = readUpgradeChoice(query)
  const { own, basic } = visit
  if (!own || basic || order.kind === 'gift_cards' || order.completed_at === null) return undefined
  const path = `/v1/orders/${String(order.id)}/upgrade_quotes`
  const body = { order_item_upgrades: upgradeItems(choice), apply_user_credit: choice.useCredit }
  const result = await own.post(path, UpgradeQuoteReply, { body })
  if (!result.ok) return undefined
  const quote = result.data.upgrade_quote
  const paying = choice.upgrades.length > 0 && quote.amount_due !== null
  return {
    quote,
    choice,
    cards: paying ? await loadCards(visit) : [],
    formKey: randomUUID(),
    added: query.has('added'),
  }
}

/** The account’s saved cards that can still pay. */
export async function loadCards({ own, user, brand, now }: Visit): Promise<CreditCard[]> {
  if (!own || !user) return []
  const path = `/v1/users/${String(user.id)}/credit_cards`
  const result = await own.get(path, CreditCardsReply, { query: { brand_id: brand.id } })
  return result.ok ? result.data.credit_cards.filter((card) => !isOver(card, now)) : []
}
