import { UpdateUpgradesReply } from '#contract/order-change.ts'
import { type Order } from '#contract/order.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../visit/refusal-messages.ts'
import { CARD_FIELD } from '../payments/pay-fields.ts'
import {
  answerField,
  listOffersWithQuestion,
  readUpgradeChoice,
  type UpgradeChoice,
  upgradeItems,
  upgradePayPath,
  UPGRADES_ANCHOR,
  upgradeSearch,
} from './upgrade-choice.ts'
import { saveTenderChoice } from '../payments/save-tenders.server.ts'
import { loadUpgradePart } from './load-upgrades.server.ts'
import {
  type ChangeAnswer,
  CONTINUE,
  differsFromSheet,
  leaveApp,
  findChangeRedirect,
  readChangePayment,
  refuseChange,
  settleChange,
} from '../payments/pay-change.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

interface Sent {
  visit: Visit
  request: Request
  order: Order
  form: FormData
  choice: UpgradeChoice
}

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** Does what the pressed button asks for: upgrades are paid and added, or the form says why not. */
export async function handleUpgradeForm(visit: Visit, request: Request, order: Order): Promise<ChangeAnswer> {
  const form = await request.formData()
  const choice = readUpgradeChoice(new URL(request.url).searchParams)
  const sent = { visit, request, order, form, choice }
  const intent = text(form, 'intent')
  if (intent === 'settle') return settle(sent)
  saveTenderChoice(visit, form)
  if (['add_card', 'cancel_card', 'close'].includes(intent)) {
    return { kind: 'go', location: `${upgradePayPath(order.id, choice)}#payment`, leave: false }
  }
  const { problems, due } = await findProblems(sent)
  if (Object.keys(problems).length > 0) return refuseChange(form, 422, { problems })
  // Nothing stands before it is paid: the order is there, and the same upgrades are added once.
  if (intent === 'check' || intent === 'place') return CONTINUE
  return buy(sent, due)
}

async function buy(sent: Sent, due: number | null): Promise<ChangeAnswer> {
  const { visit, request, order, form, choice } = sent
  const { shop, brand } = visit
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const back = `${origin}${doneOf(order)}`
  const cancel = `${origin}${upgradePayPath(order.id, choice)}`
  const read = await readChangePayment(visit, form, { due, back, cancel })
  if (!read.ok) return refuseChange(form, 422, { problems: read.problems })
  const answers = Object.fromEntries(choice.upgrades.map(({ id }) => [id, text(form, answerField(id))]))
  const body = {
    updated_total_price: Number(form.get('updated_total_price')),
    order_item_upgrades: upgradeItems(choice, answers),
    apply_user_credit: choice.useCredit,
    ...read.payment.fields,
  }
  const { idempotencyKey } = read.payment
  const path = `/v1/orders/${String(order.id)}/update_upgrades`
  const result = await visit.userApi?.patch(path, UpdateUpgradesReply, { body, idempotencyKey })
  if (!result) return leaveApp(`/account/orders/${String(order.id)}`)
  if (result.ok) {
    const [payment] = result.data.payments
    if (differsFromSheet(payment, read.payment, form))
      return refuseChange(form, 409, { text: CHECKOUT_TEXT.newDue })
    return findChangeRedirect(payment, read.payment, doneOf(order))
  }
  const said = sentenceOf(result)
  const why = result.errors['credit_card'] ? { problems: { [CARD_FIELD]: said } } : { text: said }
  return refuseChange(form, result.status === 502 ? 503 : result.status, why)
}

const doneOf = ({ id }: Order) => `/account/orders/${String(id)}?added=1#${UPGRADES_ANCHOR}`

async function settle({ visit, order, form }: Sent): Promise<ChangeAnswer> {
  const authenticated = form.get('authenticated') === 'yes'
  const settled = await settleChange(visit, order.id, { authenticated, done: doneOf(order) })
  return settled.answer ?? refuseChange(form, 422, { problems: settled.problems })
}

/** What is missing, in the order of the page, and what is left for a card. */
async function findProblems({ visit, order, form, choice }: Sent) {
  const problems: Record<string, string> = {}
  const part = await loadUpgradePart(visit, order, new URLSearchParams(upgradeSearch(choice)))
  for (const { upgrade_id: id } of part ? listOffersWithQuestion(part.quote, choice) : []) {
    if (text(form, answerField(id)) === '') problems[answerField(id)] = CHECKOUT_TEXT.required
  }
  if (!form.has('terms_and_conditions')) problems['terms_and_conditions'] = CHECKOUT_TEXT.terms
  return { problems, due: part?.quote.amount_due ?? null }
}

function sentenceOf(result: { code: string; message: string; errors: Record<string, string[]> }): string {
  // These are about the order, and the service says which of several reasons it is.
  const own = ['conflict', 'flight_closed', 'payment_in_progress'].includes(result.code)
  if (result.code === 'price_changed')
    return 'The price changed while you were here. Please look at it once more before you pay.'
  return own ? result.message : checkoutMessage(result)
}
