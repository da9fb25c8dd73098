import { type Quote } from '#contract/quote.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../visit/refusal-messages.ts'
import { isChosen, type OfferedTenders, type TenderBody } from './payer-tenders.server.ts'
import { TENDERS } from './purchase-result.server.ts'
import { findChosenCard } from './render-tender-panel.server.tsx'
import { type FieldProblems } from '../ui/form-fields.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** The means of payment of a purchase, with its price. */
type PricedTenders = OfferedTenders & {
  quote: Pick<Quote, 'tender_problem' | 'amount_due' | 'total' | 'order_total'>
}

/**
 * Reads the means of payment that the page showed: the tenders, and a saved card, a typed card or
 * the hosted page. Undefined if the saved card was removed meanwhile.
 */
export function readPaymentMethod(
  form: FormData,
  intent: string | null,
  tenders: PricedTenders | undefined,
): Pick<PaymentMethodInput, 'cardToken' | 'savedCard' | 'remember' | 'tenders'> | undefined {
  const typed = String(form.get('card_token') ?? '') || undefined
  const saves = form.get('pay_with') === 'saved' && intent !== 'hosted'
  const saved = saves ? findChosenCard(tenders)?.id : undefined
  // Only the saved card that was shown is charged, never another one in its place.
  if (saves && (saved === undefined || form.get('saved_card') !== String(saved))) return undefined
  const chosen = tenders && isChosen(tenders.body)
  return {
    cardToken: intent === 'purchase' && !saves ? typed : undefined,
    savedCard: saved,
    remember: form.has('remember'),
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
  const displayedDue = form.get('due')
  const changed = displayedDue !== null && claimedTotal === orderTotal && Number(displayedDue) !== (due ?? 0)
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
