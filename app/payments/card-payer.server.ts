import { type CardSettings } from './card/card-settings.ts'
import { type CardPaymentChoice, type SavedCardsPart } from './saved-cards.tsx'
import { cardSettings } from './card-settings.server.ts'
import { loadOfferedTenders, NO_CHOICE, type OfferedTenders, tenderBody } from './payer-tenders.server.ts'
import { chooseCardPayment, presentSavedCards } from './present-tenders.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** The data of a payment area that takes cards only: for a change of an order. */
export interface CardPart {
  /** How a card is typed into the page; undefined where only the hosted page takes cards. */
  card: CardSettings | undefined
  payWith: CardPaymentChoice
  savedCards: SavedCardsPart
}

/** The amount due by card; null if there is none. */
interface AmountDue {
  amount_due: number | null
}

export async function loadCardPart(visit: Visit, due: AmountDue): Promise<CardPart> {
  const payer = await loadCardPayer(visit, due)
  return {
    card: cardSettings(visit.shop.settings, due),
    payWith: chooseCardPayment(due, payer),
    savedCards: presentSavedCards(visit, payer),
  }
}

/** The saved cards of the account and the chosen one; undefined for guests. */
export async function loadCardPayer(
  { userApi, user, brand, session }: Visit,
  { amount_due }: AmountDue,
): Promise<(OfferedTenders & { quote: AmountDue & { total: number; tender_problem: null } }) | undefined> {
  if (!userApi || !user) return undefined
  const { cards } = await loadOfferedTenders({ own: userApi, user, brand })
  const card = session.get('tenders')?.card
  const chosen = { ...NO_CHOICE, ...(card === undefined ? {} : { card }) }
  const quote = { amount_due, total: amount_due ?? 0, tender_problem: null }
  return {
    vouchers: [],
    credit: 0,
    cards,
    chosen,
    body: tenderBody([], chosen, { credit_hidden: null }),
    quote,
  }
}
