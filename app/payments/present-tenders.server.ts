import { canToggleGift } from '#contract/gift-selection.ts'
import { type Quote } from '#contract/quote.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDayAndYear, toLocalDate } from '../format/local-time.ts'
import { checkoutMessage } from '../visit/refusal-messages.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { cardLabel, isCardExpired } from './card-label.ts'
import {
  isChosen,
  type OfferedTenders,
  type PayerTenders,
  type StoredValueTenders,
} from './payer-tenders.server.ts'
import { type CardPaymentChoice, type SavedCardsPart } from './saved-cards.tsx'
import { type TenderChoice, type TenderPart } from './tender-panel.tsx'

/**
 * Gift cards, vouchers and credit as the page shows them, undefined for visitors; null where the
 * service does not know them.
 */
export function presentTenders(
  visit: Visit,
  tenders: PayerTenders | undefined,
): TenderPart | undefined | null {
  if (visit.specOnly) return null
  if (!tenders) return visit.user ? null : undefined
  const part = toPart(visit, tenders)
  return {
    ...part,
    giftCards: tenders.giftCards.map(toGiftChoice(visit, tenders)),
    open: visit.query.redeem || part.open,
  }
}

/** Vouchers and credit on the page that sells gift cards; null if the buyer has none. */
export function presentStoredValueTenders(
  visit: Visit,
  tenders: StoredValueTenders | undefined,
): TenderPart | null {
  if (!tenders) return null
  const { vouchers, credit, chosen } = tenders
  if (vouchers.length + chosen.typed.length === 0 && credit <= 0) return null
  return toPart(visit, tenders)
}

const describeExpiry = ({ brand }: Visit, at: string) =>
  `until ${formatDayAndYear(toLocalDate(at, brand.time_zone))}`

function toPart(visit: Visit, tenders: PayerTenders | StoredValueTenders): TenderPart {
  const { vouchers, chosen, body, quote } = tenders
  const problem = quote.tender_problem
  return {
    open: isChosen(body),
    error: problem ? checkoutMessage({ code: 'invalid', message: problem.message, errors: {} }) : undefined,
    email: visit.brand.email,
    giftCards: undefined,
    vouchers: vouchers.map(({ id, code_tail: tail, balance, expires_at: at }) => ({
      id: `voucher-${String(id)}`,
      name: 'vouchers',
      value: id,
      label: `Voucher ending ${tail}, ${formatDollars(balance)}`,
      hint: `Good ${describeExpiry(visit, at)}.`,
      checked: chosen.vouchers.includes(id),
    })),
    typed: chosen.typed.map(({ kind, code }, at) => ({
      id: `typed-code-${String(at)}`,
      name: 'typed_codes',
      value: code.slice(-4),
      label: `${kind === 'voucher' ? 'Voucher' : 'Gift card'} ending ${code.slice(-4)}`,
      hint: 'From the code you typed.',
      checked: true,
    })),
    credit: toCredit(tenders),
  }
}

const toGiftChoice =
  (visit: Visit, { chosen, quote }: PayerTenders) =>
  (gift: PayerTenders['giftCards'][number]): TenderChoice => {
    const cart = {
      fareId: quote.fare_id,
      productId: quote.product_id,
      quantity: quote.flight_quantity || quote.quantity,
      email: gift.last_emailed_to,
    }
    const pays = gift.unit === 'seat' ? 'one seat' : 'one whole flight'
    return {
      id: `gift-${String(gift.id)}`,
      name: 'gift_cards',
      value: gift.id,
      label: `${gift.name}, code ending ${gift.code_tail}`,
      hint: `Pays ${pays}. Good ${describeExpiry(visit, gift.expires_at)}.`,
      checked: chosen.giftCards.includes(gift.id),
      disabled: !canToggleGift(gift, chosen.giftCards, cart),
    }
  }

const HIDDEN: Record<NonNullable<Quote['credit_hidden']>, string> = {
  discount: 'Your account credit cannot be used together with a discount code.',
  product: 'Account credit cannot be used for this flight.',
}

function toCredit({ credit, chosen, quote }: PayerTenders | StoredValueTenders): TenderPart['credit'] {
  if (credit <= 0) return undefined
  if (quote.credit_hidden) return HIDDEN[quote.credit_hidden]
  return {
    id: 'credit',
    name: 'apply_user_credit',
    value: 'on',
    label: 'Use my account credit',
    hint: `You have ${formatDollars(credit)}.`,
    checked: chosen.credit,
  }
}

/** The saved cards as the page shows them. */
export const presentSavedCards = ({ now }: Visit, tenders: OfferedTenders | undefined): SavedCardsPart => ({
  cards: (tenders?.cards ?? []).map((card) => ({
    id: card.id,
    label: cardLabel(card, now),
    expired: isCardExpired(card, now),
  })),
  picked: findChosenCard(tenders)?.id,
  mayRemember: tenders !== undefined,
})

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
