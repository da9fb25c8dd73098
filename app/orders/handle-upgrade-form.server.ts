import { UpdateUpgradesReply } from '#contract/order-change.ts'
import { z } from 'zod'
import { type Order } from '#contract/order.ts'
import { firstMessages, parseForm } from '../ui/form/read-form.server.ts'
import { readForm } from '../ui/form/sent-values.server.ts'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'
import {
  answerField,
  listOffersWithQuestion,
  readUpgradeChoice,
  type UpgradeChoice,
  upgradeItems,
  upgradePayPath,
  upgradesDonePath,
  upgradeSearch,
} from './upgrade-choice.ts'
import { readPaymentForm } from '../payments/payment-form.server.ts'
import { saveTenderChoice } from '../payments/save-tenders.server.ts'
import { answerAddition } from './answer-addition.server.ts'
import { loadUpgradePart } from './load-upgrades.server.ts'
import {
  type ChangeAnswer,
  CONTINUE,
  leaveApp,
  readChangePayment,
  refuseChange,
  settleChange,
} from '../payments/pay-change.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

interface SentUpgradeForm {
  visit: Visit
  request: Request
  order: Order
  form: FormData
  choice: UpgradeChoice
}

const SeenPrice = z.object({ updated_total_price: z.number().catch(0) })

/** Handles the pressed button: pays and adds the upgrades, or shows the form with the refusal. */
export async function handleUpgradeForm(visit: Visit, request: Request, order: Order): Promise<ChangeAnswer> {
  const form = await request.formData()
  const choice = readUpgradeChoice(new URL(request.url).searchParams)
  const sent = { visit, request, order, form, choice }
  const { intent } = readPaymentForm(form)
  if (intent === 'settle') return settleUpgrade(sent)
  saveTenderChoice(visit, form)
  if (intent !== undefined && ['add_card', 'cancel_card', 'close'].includes(intent)) {
    return { kind: 'go', location: `${upgradePayPath(order.id, choice)}#payment`, leave: false }
  }
  const { submission, due } = await checkForm(sent)
  if (submission.status !== 'success') return refuseChange(form, 422, { problems: firstMessages(submission) })
  // Placing creates nothing before the payment: the order exists already, and the same upgrades are
  // added only once.
  if (intent === 'check' || intent === 'place') return CONTINUE
  return buy(sent, submission.value, due)
}

async function buy(sent: SentUpgradeForm, answers: Answers, due: number | null): Promise<ChangeAnswer> {
  const { visit, request, order, form, choice } = sent
  const { shop, brand } = visit
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const back = `${origin}${doneOf(order)}`
  const cancel = `${origin}${upgradePayPath(order.id, choice)}`
  const read = await readChangePayment(visit, form, { due, back, cancel })
  if (!read.ok) return refuseChange(form, 422, { problems: read.problems })
  const byId = choice.upgrades.map(({ id }) => [id, String(answers[answerField(id)] ?? '')] as const)
  const body = {
    ...readForm(form, SeenPrice),
    order_item_upgrades: upgradeItems(choice, Object.fromEntries(byId)),
    apply_user_credit: choice.useCredit,
    ...read.payment.fields,
  }
  const { idempotencyKey } = read.payment
  const path = `/v1/orders/${String(order.id)}/update_upgrades`
  const result = await visit.userApi?.patch(path, UpdateUpgradesReply, { body, idempotencyKey })
  if (!result) return leaveApp(`/account/orders/${String(order.id)}`)
  return answerAddition(form, result, { payment: read.payment, done: doneOf(order) })
}

const doneOf = ({ id }: Order) => upgradesDonePath(id)

async function settleUpgrade({ visit, order, form }: SentUpgradeForm): Promise<ChangeAnswer> {
  const { authenticated } = readPaymentForm(form)
  const settled = await settleChange(visit, order.id, { authenticated, done: doneOf(order) })
  return settled.answer ?? refuseChange(form, 422, { problems: settled.problems })
}

/** The chosen upgrades that ask something need an answer. */
const upgradeForm = (questions: readonly string[]) =>
  z.object({
    ...Object.fromEntries(questions.map((name) => [name, Answer] as const)),
    terms_and_conditions: z.boolean({ error: CHECKOUT_TEXT.terms }),
  })
const Answer = z.string().trim().max(500, 'Write at most 500 characters')
type Answers = Readonly<Record<string, unknown>>

/** Validates the submitted values and finds the amount due by card. */
async function checkForm({ visit, order, form, choice }: SentUpgradeForm) {
  const part = await loadUpgradePart(visit, order, new URLSearchParams(upgradeSearch(choice)))
  const asked = part ? listOffersWithQuestion(part.quote, choice) : []
  const schema = upgradeForm(asked.map(({ upgrade_id: id }) => answerField(id)))
  return { submission: parseForm(form, schema), due: part?.quote.amount_due ?? null }
}
