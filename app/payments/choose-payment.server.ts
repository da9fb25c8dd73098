import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import { type Quote } from '#contract/quote.ts'
import { parseForm } from '../ui/form/read-form.server.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../visit/refusal-messages.ts'
import { isChosen, type OfferedTenders, type TenderBody } from './payer-tenders.server.ts'
import { TENDERS } from './purchase-result.server.ts'
import { findChosenCard } from './present-tenders.server.ts'
import { type FieldProblems } from '../ui/form-fields.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** What pays a purchase, with its price. */
type PricedTenders = OfferedTenders & {
  quote: Pick<Quote, 'tender_problem' | 'amount_due' | 'total' | 'order_total'>
}

/** What a payment area says of the card. */
const PaymentFields = z.object({
  card_token: z.string().optional(),
  pay_with: z.string().optional(),
  saved_card: Id.optional().catch(undefined),
  remember: z.boolean().default(false).catch(false),
})

/**
 * What pays, as the page showed it: the tenders, and a saved card, a typed one or the hosted page.
 * Undefined where the saved card that was shown is not there any more.
 */
export function readPaymentMethod(
  form: FormData,
  intent: string | null,
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
 * What is ticked cannot pay, or it leaves another amount than the page showed: nothing is bought
 * before that is seen. A price that changed is told by the order.
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
  const seen = form.get('due')
  const changed = seen !== null && claimedTotal === orderTotal && Number(seen) !== (due ?? 0)
  return changed ? { text: CHECKOUT_TEXT.newDue } : undefined
}

export interface PaymentMethodInput {
  visit: Visit
  request: Request
  /** Path and query of the page the purchase is made from: the hosted page's way back. */
  payPath: string
  /** `ctoken_…` of the card typed into the page; undefined pays on the hosted page. */
  cardToken: string | undefined
  /**
   * What is to pay beside the card, and what it leaves for the card, dollars; undefined where
   * nothing was chosen.
   */
  tenders: { body: TenderBody; due: number | null } | undefined
  /** A saved card's id. */
  savedCard: number | undefined
  /**
   * What the wallet's sheet shows, dollars: it is charged that or nothing. Undefined pays
   * otherwise.
   */
  wallet?: number | undefined
  /** Keep the card that is typed. */
  remember: boolean
  formKey: string
}
