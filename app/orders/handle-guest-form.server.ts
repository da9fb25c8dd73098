import { z } from 'zod'
import { AddGuestsReply } from '#contract/added-guests.ts'
import { type Order } from '#contract/order.ts'
import {
  type ChangeAnswer,
  CONTINUE,
  leaveApp,
  readChangePayment,
  refuseChange,
  settleChange,
} from '../payments/pay-change.server.ts'
import { readPaymentForm } from '../payments/payment-form.server.ts'
import { saveTenderChoice } from '../payments/save-tenders.server.ts'
import { firstMessages, parseForm } from '../ui/form/read-form.server.ts'
import { readForm } from '../ui/form/sent-values.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { answerAddition } from './answer-addition.server.ts'
import { type GuestChoice, guestPayPath, guestsDonePath, guestsOf, readGuestChoice } from './guest-choice.ts'
import { loadGuestPart } from './load-guests.server.ts'

const Seen = z.object({ updated_total_price: z.number().catch(0), party: z.number().int().catch(0) })
const GuestForm = z.object({ terms_and_conditions: z.boolean({ error: CHECKOUT_TEXT.terms }) })

/** Handles the pressed button: pays and adds the guests, or shows the form with the refusal. */
export async function handleGuestForm(visit: Visit, request: Request, order: Order): Promise<ChangeAnswer> {
  const form = await request.formData()
  const { searchParams } = new URL(request.url)
  const choice = readGuestChoice(searchParams)
  const { intent, authenticated } = readPaymentForm(form)
  if (intent === 'settle') {
    const settled = await settleChange(visit, order.id, { authenticated, done: doneOf(order) })
    return settled.answer ?? refuseChange(form, 422, { problems: settled.problems })
  }
  saveTenderChoice(visit, form)
  if (intent !== undefined && ['add_card', 'cancel_card', 'close'].includes(intent)) {
    return { kind: 'go', location: `${guestPayPath(order.id, choice)}#payment`, leave: false }
  }
  const submission = parseForm(form, GuestForm)
  if (submission.status !== 'success') return refuseChange(form, 422, { problems: firstMessages(submission) })
  // Placing creates nothing before the payment: the order exists already.
  if (intent === 'check' || intent === 'place') return CONTINUE
  const part = await loadGuestPart(visit, order, searchParams)
  return buy({ visit, request, order, form, choice }, part?.quote.amount_due ?? null)
}

interface SentGuestForm {
  visit: Visit
  request: Request
  order: Order
  form: FormData
  choice: GuestChoice
}

async function buy(
  { visit, request, order, form, choice }: SentGuestForm,
  due: number | null,
): Promise<ChangeAnswer> {
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  const back = `${origin}${doneOf(order)}`
  const cancel = `${origin}${guestPayPath(order.id, choice)}`
  const read = await readChangePayment(visit, form, { due, back, cancel })
  if (!read.ok) return refuseChange(form, 422, { problems: read.problems })
  const flight_id = choice.flight ?? order.flights[0]?.flight_id
  const added_guests = {
    ...readForm(form, Seen),
    guests: guestsOf(choice),
    ...(flight_id === undefined ? {} : { flight_id }),
    apply_user_credit: choice.useCredit,
    ...read.payment.fields,
  }
  const { idempotencyKey } = read.payment
  const path = `/v1/orders/${String(order.id)}/guests`
  const result = await visit.userApi?.post(path, AddGuestsReply, { body: { added_guests }, idempotencyKey })
  if (!result) return leaveApp(`/account/orders/${String(order.id)}`)
  return answerAddition(form, result, { payment: read.payment, done: doneOf(order) })
}

const doneOf = ({ id }: Order) => guestsDonePath(id)
