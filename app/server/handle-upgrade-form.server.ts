import { createHash } from 'node:crypto'
import { UpdateUpgradesReply } from '#contract/order-change.ts'
import { type Order } from '#contract/order.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../checkout/messages.ts'
import { type UpgradeRefusal } from '../orders/order-upgrades.tsx'
import {
  answerField,
  askingOffers,
  readUpgradeChoice,
  UPGRADES_ANCHOR,
  type UpgradeChoice,
  upgradeItems,
  upgradeSearch,
} from '../orders/upgrade-choice.ts'
import { loadUpgradePart } from './load-upgrades.server.ts'
import { type Visit } from './load-checkout.server.ts'
import { getShopOrigin } from './shop-origin.server.ts'

export type UpgradeAnswer =
  { kind: 'go'; location: string } | { kind: 'refused'; status: number; refusal: UpgradeRefusal }

/** What the shopper chose was taken, is asked for again, or goes on at the provider. Nothing typed is lost. */
export async function handleUpgradeForm(
  visit: Visit,
  request: Request,
  order: Order,
): Promise<UpgradeAnswer> {
  const form = await request.formData()
  const choice = readUpgradeChoice(new URL(request.url).searchParams)
  const problems = await findProblems(visit, order, { form, choice })
  if (Object.keys(problems).length > 0) return refused(form, 422, problems)
  const path = `/v1/orders/${String(order.id)}/update_upgrades`
  const call = { body: bodyOf(visit, request, order, { form, choice }), idempotencyKey: keyOf(form) }
  const result = await visit.own?.patch(path, UpdateUpgradesReply, call)
  const here = `/account/orders/${String(order.id)}`
  if (!result) return { kind: 'go', location: here }
  if (result.ok) {
    const [payment] = result.data.payments
    return { kind: 'go', location: payment?.redirect_url ?? `${here}?added=1#${UPGRADES_ANCHOR}` }
  }
  const text = sentenceOf(result)
  const target = result.errors['credit_card'] && form.get('card') !== 'hosted' ? 'card' : UPGRADES_ANCHOR
  return refused(form, result.status === 502 ? 503 : result.status, { [target]: text })
}

interface Sent {
  form: FormData
  choice: UpgradeChoice
}

/** In the order of the page. */
async function findProblems(visit: Visit, order: Order, { form, choice }: Sent) {
  const problems: Record<string, string> = {}
  const part = await loadUpgradePart(visit, order, new URLSearchParams(upgradeSearch(choice)))
  for (const { upgrade_id: id } of part ? askingOffers(part.quote, choice) : []) {
    if (textOf(form, answerField(id)) === '') problems[answerField(id)] = CHECKOUT_TEXT.required
  }
  if (part?.quote.amount_due && textOf(form, 'card') === '') problems['card'] = CHECKOUT_TEXT.noCard
  if (!form.has('terms_and_conditions')) problems['terms_and_conditions'] = CHECKOUT_TEXT.terms
  return problems
}

function bodyOf(visit: Visit, request: Request, order: Order, { form, choice }: Sent) {
  const { shop, brand } = visit
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const here = `${origin}/account/orders/${String(order.id)}`
  const answers = Object.fromEntries(choice.upgrades.map(({ id }) => [id, textOf(form, answerField(id))]))
  const card = form.get('card')
  const way =
    card === 'hosted' ? { hosted: true, cancel_url: `${here}#${UPGRADES_ANCHOR}` } : { stripe_source: card }
  return {
    updated_total_price: Number(form.get('updated_total_price')),
    order_item_upgrades: upgradeItems(choice, answers),
    apply_user_credit: choice.useCredit,
    ...(card === null ? {} : { ...way, return_url: `${here}?added=1#${UPGRADES_ANCHOR}` }),
  }
}

/** The same form sent twice is one purchase. */
const keyOf = (form: FormData) =>
  createHash('sha256')
    .update(`upgrades ${textOf(form, 'key')} ${textOf(form, 'card')}`)
    .digest('hex')

const textOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

function sentenceOf(result: { code: string; message: string; errors: Record<string, string[]> }): string {
  // These are about the order, and the service says which of several reasons it is.
  const own = ['conflict', 'flight_closed', 'payment_in_progress'].includes(result.code)
  if (result.code === 'price_changed') return 'The price changed while you were here. Please look at it once more before you pay.' // prettier-ignore
  return own ? result.message : checkoutMessage(result)
}

function refused(form: FormData, status: number, problems: UpgradeRefusal['problems']): UpgradeAnswer {
  const typed: Record<string, string> = {}
  for (const [name, value] of form) {
    if (typeof value === 'string' && name !== 'key') typed[name] = value
  }
  return { kind: 'refused', status, refusal: { problems, typed } }
}
