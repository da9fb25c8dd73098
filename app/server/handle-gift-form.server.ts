import { type Product } from '#contract/catalogue.ts'
import { accountHref } from '../account/account-tabs.ts'
import { parseQuantity, stepQuantity } from '../checkout/checkout-query.ts'
import { parseGiftForm, typedGiftFields } from '../checkout/gift-fields.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../checkout/messages.ts'
import { parseClaim } from '../checkout/order-body.ts'
import { CARD_FIELD, type FieldProblems } from '../checkout/pay-fields.ts'
import { withBuyersContact } from './buyer.server.ts'
import { loadDraft, saveDraft } from './draft.server.ts'
import { findTenderProblem, howToPay } from './how-to-pay.server.ts'
import { isTenderCode, keepTenders, takeTenderCode } from './keep-tenders.server.ts'
import { type Visit } from './load-checkout.server.ts'
import { type GiftChoice, giftPath, loadPayerOf } from './load-gift-page.server.ts'
import { purchase } from './purchase.server.ts'

export type GiftFormResult =
  | { kind: 'go'; location: string }
  | {
      kind: 'refused'
      status: number
      choice: GiftChoice
      text: string
      problems: FieldProblems
      accepted: boolean
    }

const text = (form: FormData, name: string) => String(form.get(name) ?? '')

/** What the form says is to be bought. */
function choiceOf(form: FormData): GiftChoice {
  const fare = text(form, 'fare')
  const quantity = text(form, 'quantity').slice(0, 20)
  return {
    fareId: /^\d{1,9}$/.test(fare) ? Number(fare) : undefined,
    quantity: { text: quantity, value: parseQuantity(quantity) },
    code: text(form, 'code').trim().slice(0, 60) || undefined,
  }
}

/** Does what the pressed button of the gift page asks for. What was typed is kept first, whatever comes of it. */
export async function handleGiftForm(
  visit: Visit,
  request: Request,
  product: { param: string; row: Product },
): Promise<GiftFormResult> {
  const sent = await request.formData()
  const form = withBuyersContact(sent, visit.user)
  await saveDraft(visit, { ...(await loadDraft(visit)), ...emptied(sent), ...typedGiftFields(sent) })
  keepTenders(visit, form)
  const choice = choiceOf(form)
  const go = (changes: Partial<GiftChoice> = {}, at = 'gift'): GiftFormResult => ({
    kind: 'go',
    location: `${giftPath(visit, product.param, { ...choice, ...changes })}#${at}`,
  })
  if (choice.code !== undefined && isTenderCode(choice.code)) {
    const said = await takeVoucher(visit, choice.code)
    const bare = { ...choice, code: undefined }
    if (said === undefined) return go({ code: undefined }, 'tenders')
    return { kind: 'refused', status: 422, choice: bare, text: '', problems: { code: said }, accepted: form.has('terms_and_conditions') } // prettier-ignore
  }
  switch (text(form, 'intent')) {
    case 'price':
      return go()
    case 'update':
      return go({}, 'tenders')
    case 'add_card':
    case 'cancel_card':
    case 'close':
      return go({}, 'payment')
    case 'inc':
    case 'dec':
      return go({ quantity: stepQuantity(choice.quantity, text(form, 'intent') === 'inc' ? 1 : -1) })
    case 'login':
      return { kind: 'go', location: accountHref('login', giftPath(visit, product.param, choice)) }
    default:
      return buy({ visit, request, form, choice, path: giftPath(visit, product.param, choice) })
  }
}

/** The code of a voucher goes into no address: it pays. @returns why it does not */
async function takeVoucher(visit: Visit, code: string): Promise<string | undefined> {
  const taken = await takeTenderCode(visit, code)
  if (!taken) return `${code} is not a valid code`
  if (!taken.ok) return taken.text
  return taken.kind === 'voucher' ? undefined : 'Gift cards cannot be bought with a gift card'
}

/** A field that was emptied is not typed any more. */
const emptied = (form: FormData) =>
  Object.fromEntries(['recipient_email', 'message', 'send_on'].map((name) => [name, text(form, name)]))

interface GiftWish {
  visit: Visit
  request: Request
  form: FormData
  choice: GiftChoice
  path: string
}

async function buy({ visit, request, form, choice, path }: GiftWish): Promise<GiftFormResult> {
  const accepted = form.has('terms_and_conditions')
  const refuse = (status: number, problems: FieldProblems, said = ''): GiftFormResult => ({
    kind: 'refused',
    status,
    choice,
    text: said,
    problems,
    accepted,
  })
  const parsed = parseGiftForm(form)
  const { fareId, quantity, code } = choice
  const problems: FieldProblems = {
    ...(fareId === undefined ? { fare: 'Please choose what it is good for' } : {}),
    ...(quantity.value === undefined ? { quantity: 'Please input a quantity' } : {}),
    ...(parsed.ok ? {} : parsed.problems),
  }
  if (!parsed.ok || fareId === undefined || quantity.value === undefined) return refuse(422, problems)
  const { quote, payer } = await loadPayerOf(visit, { fareId, quantity: quantity.value, code })
  if (!quote) return refuse(409, {}, CHECKOUT_TEXT.notOnSale)
  const wrongCode = quote.discount_code?.message
  if (wrongCode) return refuse(422, { code: wrongCode })
  const claimedTotal = parseClaim(text(form, 'total'))
  if (claimedTotal !== quote.total) {
    return refuse(409, {}, checkoutMessage({ code: 'price_changed', message: '', errors: {} }))
  }
  const problem = findTenderProblem(payer, form, claimedTotal)
  if (problem) return refuse(409, problem.problems ?? {}, problem.text)
  const paying = howToPay(form, text(form, 'intent'), payer)
  if (!paying) return refuse(422, { [CARD_FIELD]: CHECKOUT_TEXT.noCard })
  const { email, phone, recipient_email, message, send_on } = parsed.values
  const cart = {
    brandId: visit.brand.id,
    gift: { fare_id: fareId, quantity: quantity.value, recipient_email, message, send_on },
    upgradeIds: [],
    code,
  }
  const values = { email, phone, passengers: [], answers: {}, terms_and_conditions: true }
  const formKey = text(form, 'form_key').slice(0, 64)
  const pricedTotal = payer?.quote.total
  const wish = { visit, request, cart, values, claimedTotal, pricedTotal, formKey, payPath: path }
  const result = await purchase({ ...wish, ...paying, cardToken: undefined })
  if (!result.ok) return refuse(result.status, result.problems, result.text)
  if ('authenticate' in result) throw new Error('A bank asks on its own page here')
  return { kind: 'go', location: result.location }
}
