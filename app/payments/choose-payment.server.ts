import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import { type Quote } from '#contract/quote.ts'
import { parseForm } from '../ui/form/read-form.server.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../visit/refusal-messages.ts'
import { isChosen, type OfferedTenders, type TenderBody } from './payer-tenders.server.ts'
import { TENDERS } from './purchase-result.server.ts'
import { readPaymentForm } from './payment-form.server.ts'
import { findChosenCard } from './present-tenders.server.ts'
import { type FieldProblems } from '../ui/form-fields.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** The means of payment of a purchase, with its price. */
type PricedTenders = OfferedTenders & {
  quote: Pick<Quote, 'tender_problem' | 'amount_due' | 'total' | 'order_total'>
}

/** The fields of a payment area about the card. */
const PaymentFields = z.object({
  card_token: z.string().optional(),
  pay_with: z.string().optional(),
  saved_card: Id.optional().catch(undefined),
  remember: z.boolean().default(false).catch(false),
})

/**
 * Reads the means of payment that the page showed: the tenders, and a saved card, a typed card or
 * the hosted page. Undefined if the saved card was removed meanwhile.
 */
export function readPaymentMethod(
  form: FormData,
  intent: string | undefined,
  tenders: PricedTenders | undefined,
): Pick<PaymentMethodInput, 'cardToken' | 'savedCard' | 'remember' | 'tenders'> | undefined {
  const read = parseForm(form, PaymentFields)
  if (read.status !== 'success') return undefined
  const { card_token: typed, pay_with, saved_card: shown, remember } = read.value
  const saves = pay_with === 'saved' && intent !== 'hosted'
  const saved = saves ? findChosenCard(tenders)?.id : undefined
  // The one that was shown, and no other in its place.
  if (saves && (saved === undefined || shown !== saved)) return undefined
  const chosen = tenders && isChosen(tenders.body)
  return {
    cardToken: intent === 'purchase' && !saves ? typed : undefined,
    savedCard: saved,
    remember,
    tenders: chosen ? { body: tenders.body, due: tenders.quote.amount_due } : undefined,
  }
}

/**
 * The problem if the selected tenders cannot pay, or if they leave another amount than the page
 * showed: then nothing is bought until the buyer has seen it. A changed price is reported when the
 * order is placed.
 */
export function findTenderProblem(
  tenders: PricedTenders | undefined,
  form: FormData,
  claimedTotal: number | undefined,
): { problems?: FieldProblems; text?: string } | undefined {
  if (!tenders) return undefined
  const { tender_problem: problem, amount_due: due, total, order_total: orderTotal = total } = tenders.quote
  if (problem) {
    return {
      problems: { [TENDERS]: checkoutMessage({ code: 'invalid', message: problem.message, errors: {} }) },
    }
  }
  const { due: shownDue } = readPaymentForm(form)
  const changed = shownDue !== undefined && claimedTotal === orderTotal && shownDue !== (due ?? 0)
  return changed ? { text: CHECKOUT_TEXT.newDue } : undefined
}

export interface PaymentMethodInput {
  visit: Visit
  request: Request
  /** Path and query of the page the purchase is made on; the hosted page returns there. */
  payPath: string
  /** `ctoken_…` of the card typed into the page; undefined pays on the hosted page. */
  cardToken: string | undefined
  /**
   * The selected tenders beside the card, and the amount due by card in dollars; undefined if none
   * is selected.
   */
  tenders: { body: TenderBody; due: number | null } | undefined
  /** A saved card's id. */
  savedCard: number | undefined
  /**
   * The amount that the wallet's sheet shows, in dollars: exactly this is charged. Undefined for
   * other means of payment.
   */
  wallet?: number | undefined
  /** Save the typed card. */
  remember: boolean
  formKey: string
}
