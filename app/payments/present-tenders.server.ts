import { renderToStaticMarkup } from 'react-dom/server'
import { type Quote } from '#contract/quote.ts'
import { TenderPanel } from './tender-panel.tsx'
import { checkoutMessage } from '../visit/refusal-messages.ts'
import { isCardExpired, type CardPaymentChoice, SavedCards } from './saved-cards.tsx'
import {
  isChosen,
  type OfferedTenders,
  type PayerTenders,
  type StoredValueTenders,
} from './payer-tenders.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/**
 * The panel of gift cards, vouchers and credit as HTML; nothing where the service does not know
 * them.
 */
export function renderTenderPanel(visit: Visit, tenders: PayerTenders | undefined): string {
  const { specOnly, brand, query, user } = visit
  if (specOnly || (user && !tenders)) return ''
  const problem = tenders?.quote.tender_problem
  const error = problem
    ? checkoutMessage({ code: 'invalid', message: problem.message, errors: {} })
    : undefined
  const open = query.redeem || (tenders !== undefined && isChosen(tenders.body))
  const contact = { email: brand.email, timezone: brand.time_zone }
  return renderToStaticMarkup(<TenderPanel tenders={tenders} open={open} error={error} contact={contact} />)
}

/** Vouchers and credit on the page that sells gift cards; nothing for who has none of them. */
export function renderStoredValueTenders({ brand }: Visit, tenders: StoredValueTenders | undefined): string {
  if (!tenders) return ''
  const { vouchers, credit, chosen, body, quote } = tenders
  if (vouchers.length + chosen.typed.length === 0 && credit <= 0) return ''
  const problem = quote.tender_problem
  const error = problem
    ? checkoutMessage({ code: 'invalid', message: problem.message, errors: {} })
    : undefined
  const contact = { email: brand.email, timezone: brand.time_zone }
  return renderToStaticMarkup(
    <TenderPanel tenders={tenders} open={isChosen(body)} error={error} contact={contact} />,
  )
}

/** The saved cards, as HTML. */
export function renderSavedCards(
  visit: Visit,
  tenders: OfferedTenders | undefined,
  payWith: CardPaymentChoice,
): string {
  const props = { payWith, cards: tenders?.cards ?? [], picked: findChosenCard(tenders)?.id }
  return renderToStaticMarkup(<SavedCards {...props} mayRemember={tenders !== undefined} now={visit.now} />)
}

/**
 * The saved card that is to pay: the one that was picked, else the first; undefined where one is
 * typed.
 */
export function findChosenCard(
  tenders: Pick<OfferedTenders, 'cards' | 'chosen'> | undefined,
): OfferedTenders['cards'][number] | undefined {
  if (!tenders || tenders.chosen.card === 'new') return undefined
  const good = tenders.cards.filter((card) => !isCardExpired(card, new Date()))
  return good.find(({ id }) => id === tenders.chosen.card) ?? good[0]
}

export function chooseCardPayment(
  quote: Pick<Quote, 'amount_due'> | undefined,
  tenders: OfferedTenders | undefined,
): CardPaymentChoice {
  if (quote?.amount_due === null) return 'nothing'
  return findChosenCard(tenders) ? 'saved' : 'card'
}
