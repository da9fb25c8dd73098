import { createHash } from 'node:crypto'
import { RescheduleReply } from '#contract/reschedule.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../checkout/messages.ts'
import { moveSearch, readMoveChoice } from '../reschedule/move-choice.ts'
import { type MoveRefusal } from '../reschedule/move-page.ts'
import { type Visit } from './load-checkout.server.ts'
import { askMove, type MoveSubject, wishOf } from './load-move.server.ts'
import { getShopOrigin } from './shop-origin.server.ts'

export type MoveAnswer =
  { kind: 'go'; location: string } | { kind: 'refused'; status: number; refusal: MoveRefusal }

/** The flight is moved, is to be paid at the provider, or says why not. The price that was shown stands for fifteen minutes. */
export async function handleMoveForm(
  visit: Visit,
  request: Request,
  subject: MoveSubject,
): Promise<MoveAnswer> {
  const form = await request.formData()
  const url = new URL(request.url)
  const choice = readMoveChoice(url.searchParams)
  const open = await askMove(visit, subject)
  const departAt = textOf(form, 'depart_at')
  const here = `${url.pathname}${moveSearch(choice)}`
  if (!open || choice.departureId === undefined || departAt === '') return { kind: 'go', location: here }
  const wish = { ...wishOf(open, choice, departAt), quote: textOf(form, 'quote') }
  const refuse = async (status: number, problems: Record<string, string>): Promise<MoveAnswer> => ({
    kind: 'refused',
    status,
    refusal: { problems, typed: typedOf(form), quote: await askMove(visit, subject, wish) },
  })
  const unpaid = textOf(form, 'card') === '' && (await askMove(visit, subject, wish))?.amount_due
  const problems = {
    ...(unpaid ? { card: CHECKOUT_TEXT.noCard } : {}),
    ...(form.has('terms_and_conditions') ? {} : { terms_and_conditions: CHECKOUT_TEXT.terms }),
  }
  if (Object.keys(problems).length > 0) return refuse(422, problems)
  const { shop, brand, own } = visit
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const done = `/reschedule-flight-confirmation?order_id=${String(subject.order.id)}`
  const body = {
    ...wish,
    flight_id: subject.flightId,
    items: {
      reschedule_fee: Number(textOf(form, 'reschedule_fee')),
      reschedule_price_difference: Number(textOf(form, 'reschedule_price_difference')),
    },
    ...howToPay(textOf(form, 'card'), `${origin}${done}`, `${origin}${here}`),
  }
  const path = `/v1/orders/${String(subject.order.id)}/reschedule_flight`
  const result = await own?.patch(path, RescheduleReply, { body, idempotencyKey: keyOf(form) })
  if (!result) return { kind: 'go', location: here }
  if (result.ok) return { kind: 'go', location: result.data.payments[0]?.redirect_url ?? done }
  const target = result.errors['credit_card'] && textOf(form, 'card') !== 'hosted' ? 'card' : 'pay'
  return refuse(result.status === 502 ? 503 : result.status, { [target]: sentenceOf(result) })
}

function howToPay(card: string, returnUrl: string, cancelUrl: string) {
  if (card === '') return {}
  const way = card === 'hosted' ? { hosted: true, cancel_url: cancelUrl } : { stripe_source: card }
  return { ...way, return_url: returnUrl }
}

/** The same form sent twice is one move. */
const keyOf = (form: FormData) =>
  createHash('sha256')
    .update(`move ${textOf(form, 'key')} ${textOf(form, 'card')}`)
    .digest('hex')

const textOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Spec section 8: on a reschedule a card that is refused has a sentence of its own. */
const DECLINED = 'Your card was declined. Try a different card or contact your bank.'

function sentenceOf(result: { code: string; message: string; errors: Record<string, string[]> }): string {
  if (result.errors['credit_card']) return DECLINED
  const own = ['conflict', 'flight_closed', 'payment_in_progress', 'too_heavy', 'forbidden'].includes(
    result.code,
  )
  if (result.code === 'price_changed') return 'The price changed while you were here. Please look at it once more before you pay.' // prettier-ignore
  return own ? result.message : checkoutMessage(result)
}

function typedOf(form: FormData): Record<string, string> {
  const kept = ['card', 'terms_and_conditions'].filter((name) => form.has(name))
  return Object.fromEntries(kept.map((name) => [name, textOf(form, name)]))
}
