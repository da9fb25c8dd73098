import { z } from 'zod'
import { type Product } from '#contract/catalogue.ts'
import { readForm, SentText } from '../ui/form/sent-values.server.ts'
import { accountHref } from '../account/account-tabs.ts'
import { parseQuantity, stepQuantity } from '../visit/checkout-query.ts'
import { parseGiftChoice, parseGiftForm, readGiftFormValues } from './parse-gift-form.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../visit/refusal-messages.ts'
import { parseClaim } from '../checkout/order-body.ts'
import { type PayAnswer, type PayRefusal } from '../payments/pay-answer.ts'
import { CARD_FIELD, CODE_FIELD } from '../payments/pay-fields.ts'
import { newPriceText, giftChoiceKey } from './selection-key.ts'
import { withBuyersContact } from '../payments/buyer.server.ts'
import { loadDraft, saveDraft } from '../visit/draft.server.ts'
import { findTenderProblem, readPaymentMethod } from '../payments/choose-payment.server.ts'
import { isTenderCode, saveTenderChoice, addTenderCode } from '../payments/save-tenders.server.ts'
import { type GiftChoice, giftPath, loadGiftPayerForForm } from './load-gift-page.server.ts'
import { placePurchase, purchase, type PurchaseInput } from '../checkout/purchase.server.ts'
import { type PurchaseRefusal } from '../payments/purchase-result.server.ts'
import { settleOrder } from '../payments/settle-order.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { readPaymentForm } from '../payments/payment-form.server.ts'

export type GiftFormResult =
  /** `leave`: another page, which loads as a document. */
  | { kind: 'go'; location: string; leave: boolean }
  /** `choice`: what the form says is to be bought, for the page that shows the answer. */
  | { kind: 'answer'; status: number; answer: PayAnswer; choice: GiftChoice }

/** Reads from the form what is to be bought. */
function choiceOf(form: FormData): GiftChoice {
  const { fare: fareId, quantity, code } = parseGiftChoice(form)
  return { fareId, quantity: { text: quantity, value: parseQuantity(quantity) }, code }
}

/** One form as it was sent. */
interface SentGift {
  visit: Visit
  request: Request
  form: FormData
  choice: GiftChoice
  /** The address of the gift page with the submitted choice. */
  path: string
}

const redirectAway = (location: string): GiftFormResult => ({ kind: 'go', location, leave: true })
const answerFine = ({ choice }: SentGift): GiftFormResult => ({
  kind: 'answer',
  status: 200,
  answer: { kind: 'fine' },
  choice,
})

/**
 * Handles the pressed button of the gift page. The typed values are saved first, whatever the
 * result is.
 */
export async function handleGiftForm(
  visit: Visit,
  request: Request,
  product: { param: string; row: Product },
): Promise<GiftFormResult> {
  const typed = await request.formData()
  const form = withBuyersContact(typed, visit.user)
  const choice = choiceOf(form)
  const pathOf = (of: GiftChoice) => giftPath(visit, product.param, of)
  const sent = { visit, request, form, choice, path: pathOf(choice) }
  const { intent } = readPaymentForm(form)
  if (intent === 'settle') return settleGift(sent)
  await saveDraft(visit, { ...(await loadDraft(visit)), ...EMPTIED, ...readGiftFormValues(typed) })
  saveTenderChoice(visit, form)
  const go = (changes: Partial<GiftChoice> = {}, at = 'gift'): GiftFormResult => ({
    kind: 'go',
    location: `${pathOf({ ...choice, ...changes })}#${at}`,
    leave: false,
  })
  if (choice.code !== undefined && isTenderCode(choice.code)) {
    const said = await takeVoucher(visit, choice.code)
    if (said === undefined) return go({ code: undefined }, 'tenders')
    return refuse(sent, 422, { problems: { [CODE_FIELD]: said } })
  }
  switch (intent) {
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
      return go({ quantity: stepQuantity(choice.quantity, intent === 'inc' ? 1 : -1) })
    case 'login':
      return redirectAway(accountHref('login', sent.path))
    default:
      return buy(sent, intent)
  }
}

/** The code of a voucher goes into no address: it pays. @returns why it does not */
async function takeVoucher(visit: Visit, code: string): Promise<string | undefined> {
  const taken = await addTenderCode(visit, code)
  if (!taken) return `${code} is not a valid code`
  if (!taken.ok) return taken.text
  return taken.kind === 'voucher' ? undefined : 'Gift cards cannot be bought with a gift card'
}

/** A field that was emptied is not typed any more. */
const EMPTIED = { recipient_email: '', message: '', send_on: '' }

async function buy(sent: SentGift, intent: string | undefined): Promise<GiftFormResult> {
  const read = await readGiftWish(sent, intent)
  if ('refused' in read) return read.refused
  if (intent === 'check') return answerFine(sent)
  const { wish: input } = read
  if (intent === 'place') {
    const placed = await placePurchase(input)
    if (!placed.ok) return refusePurchase(sent, placed)
    return 'location' in placed ? redirectAway(placed.location) : answerFine(sent)
  }
  const result = await purchase(input)
  if (!result.ok) return refusePurchase(sent, result)
  if ('location' in result) return redirectAway(result.location)
  const { clientSecret } = result.authenticate
  const { choice } = sent
  return { kind: 'answer', status: 200, answer: { kind: 'authenticate', clientSecret }, choice }
}

/** The gift whose price was shown. */
const SeenGift = z.object({ priced: SentText })

type ReadGift = { wish: PurchaseInput } | { refused: GiftFormResult }

/**
 * What is to be bought, once every field is right and its price was seen; else what the form is
 * answered.
 */
async function readGiftWish(sent: SentGift, intent: string | undefined): Promise<ReadGift> {
  const { visit, request, form, choice, path } = sent
  const refused = (status: number, why: Partial<PayRefusal>) => ({ refused: refuse(sent, status, why) })
  const parsed = parseGiftForm(form)
  const { fareId, quantity, code } = choice
  if (!parsed.ok) return refused(422, { problems: parsed.problems })
  if (fareId === undefined || quantity.value === undefined) return refused(422, {})
  const { quote, payer } = await loadGiftPayerForForm(visit, { fareId, quantity: quantity.value, code })
  if (!quote) return refused(409, { text: CHECKOUT_TEXT.notOnSale })
  const wrongCode = quote.discount_code?.message
  if (wrongCode) return refused(422, { problems: { [CODE_FIELD]: wrongCode } })
  const due = (payer?.quote ?? quote).amount_due ?? 0
  // Who chose another gift than the one whose price was shown sees the new price before anything is
  // bought.
  const isSeen = readForm(form, SeenGift).priced === giftChoiceKey({ fareId, quantity: quantity.text })
  if (!isSeen) return refused(409, { text: newPriceText(due) })
  const { form_key: formKey, due: shownDue = 0, total } = readPaymentForm(form)
  const claimedTotal = parseClaim(total)
  if (claimedTotal === undefined || claimedTotal !== quote.total) {
    // The code was typed after the price was shown: nothing else of the price changed.
    const typedCode = code !== undefined && quote.discount_code?.applied === true
    const changed = checkoutMessage({ code: 'price_changed', message: '', errors: {} })
    return refused(409, { text: typedCode ? newPriceText(due) : changed })
  }
  const problem = findTenderProblem(payer, form, claimedTotal)
  if (problem) return refused(409, problem)
  const paying = readPaymentMethod(form, intent === 'wallet' ? 'hosted' : intent, payer)
  if (!paying) return refused(422, { problems: { [CARD_FIELD]: CHECKOUT_TEXT.noCard } })
  const { email, phone, recipient_email, message, send_on } = parsed.values
  const gift = { fare_id: fareId, quantity: quantity.value, recipient_email, message, send_on }
  const cart = { brandId: visit.brand.id, gift, upgradeIds: [], code }
  const values = { email, phone, passengers: [], answers: {}, terms_and_conditions: true }
  const pricedTotal = payer?.quote.total
  const wallet = intent === 'wallet' ? shownDue : undefined
  const sold = { visit, request, cart, values, claimedTotal, pricedTotal, payPath: path }
  return { wish: { ...sold, ...paying, wallet, formKey } }
}

async function settleGift(sent: SentGift): Promise<GiftFormResult> {
  const settled = await settleOrder(sent.visit, readPaymentForm(sent.form).authenticated)
  return settled.ok ? redirectAway(settled.location) : refuse(sent, 422, { problems: settled.problems })
}

function refusePurchase(sent: SentGift, { status, text: said, problems }: PurchaseRefusal): GiftFormResult {
  const unsure = status === 429 || status >= 500
  return refuse(sent, status, {
    text: said,
    problems,
    formKey: unsure ? readPaymentForm(sent.form).form_key : undefined,
  })
}

function refuse(sent: SentGift, status: number, why: Partial<PayRefusal>): GiftFormResult {
  const { form, choice } = sent
  const { code, quantity } = choice
  const refusal: PayRefusal = {
    text: '',
    problems: {},
    formKey: undefined,
    accepted: readPaymentForm(form).terms_and_conditions,
    ...why,
    typed: { ...readGiftFormValues(form), quantity: quantity.text, [CODE_FIELD]: code ?? '' },
  }
  const bare = code !== undefined && isTenderCode(code) ? { ...choice, code: undefined } : choice
  return { kind: 'answer', status, answer: { kind: 'refused', refusal }, choice: bare }
}
