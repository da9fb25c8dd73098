import { type UpgradeOffer as OfferShown, type UpgradeQuote } from '#contract/order-change.ts'
import { type ChangeObstacle } from '../rules/orders/change-obstacle.ts'
import { type UpgradeOffer } from '../rules/reschedules/upgrade-offer.ts'
import { toDollars } from '../rules/money/money.ts'
import { priceAddedUpgrades } from '../rules/pricing/price-added-upgrades.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { presentPriceLine } from '../rules/pricing/price-lines.ts'
import { type UpgradeRow, type UpgradeSale } from './load-upgrade-sale.ts'
import { type ChangeProblem, type ChangeJudgement } from './price-change.ts'

/** Why nothing can be added to an order, in words for the buyer. */
export const CHANGE_SENTENCES: Record<ChangeObstacle | 'upgrade_bought', string> = {
  change_not_paid: 'This order is not paid yet. Upgrades can be added once it is.',
  change_ended: 'This order has been cancelled or given back: nothing can be added to it.',
  change_of_gifts: 'Upgrades are added to a flight, not to gift cards.',
  change_flight_over: 'This flight has left or was called off: nothing can be added to it.',
  change_closed: 'It is too late to add to this flight online. Ask at the desk when you check in.',
  upgrade_bought: 'This upgrade is on your order already.',
}

const SENTENCES: Record<Exclude<ChangeProblem['reason'], 'invalid'>, string> = {
  ...CHANGE_SENTENCES,
  upgrade_unknown: 'This upgrade is not offered with this flight',
  upgrade_twice: 'Each upgrade can be chosen once',
  quantity_missing: 'Please input a quantity',
}

/**
 * What can be added and what the requested upgrades cost, in words for the buyer. An empty request
 * costs nothing.
 */
export function presentUpgradeQuote(order: OrderRow, judged: ChangeJudgement): UpgradeQuote {
  const { sale, creditCents } = judged
  const priced = judged.ok ? judged.priced : undefined
  const totalCents = priced?.totalCents ?? 0
  return {
    order_id: order.id,
    open: sale.obstacle === undefined,
    message: judged.ok ? null : messageOf(judged),
    closes_at: sale.closesAt?.toISOString() ?? null,
    offers: sale.offers.map((offer) => presentOffer(offer, sale)),
    lines: priced?.lines.map(presentPriceLine) ?? [],
    tax: toDollars(priced?.taxCents ?? 0),
    total: toDollars(totalCents),
    credits: toDollars(priced?.creditsCents ?? 0),
    amount_due: priced?.amountDueCents ? toDollars(priced.amountDueCents) : null,
    updated_total_price: toDollars(order.totalCents + totalCents),
    credit_available: creditCents ? toDollars(creditCents) : null,
    currency: 'usd',
  }
}

function messageOf(trouble: ChangeProblem): string {
  return trouble.reason === 'invalid'
    ? (Object.values(trouble.fields)[0]?.[0] ?? '')
    : SENTENCES[trouble.reason]
}

function presentOffer(
  { rule, boughtQuantity, adds }: UpgradeOffer<UpgradeRow>,
  sale: UpgradeSale,
): OfferShown {
  const added = [{ upgradeId: rule.id, quantity: adds ?? 1 }]
  const [line] = sale.facts ? priceAddedUpgrades(sale.facts, sale.party, added, 0).lines : []
  return {
    upgrade_id: rule.id,
    name: rule.name,
    description: rule.description,
    unit_price: toDollars(line?.unitCents ?? 0),
    percent: rule.percentBps === null ? null : rule.percentBps / 100,
    question: rule.question,
    bought_quantity: boughtQuantity,
    quantity: adds,
    amount: toDollars(line?.amountCents ?? 0),
  }
}
