import { type CreditCard, CreditCardsReply } from '#contract/credit-card.ts'
import { findRedeemable } from '#contract/gift-selection.ts'
import { type PaymentFields } from '#contract/payment.ts'
import { type Account } from '#contract/people.ts'
import { type Quote, type GiftQuote } from '#contract/quote.ts'
import { type GiftCard, GiftCardsReply, type Voucher, VouchersReply } from '#contract/tenders.ts'
import { findQuote, type LoadedChoice } from '../selection/load-choice.server.ts'
import { type SessionTenders } from '../visit/session.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiClient } from '../visit/api-result.ts'

export type TenderBody = Pick<
  PaymentFields,
  'gift_card_codes' | 'gift_cards' | 'vouchers' | 'apply_user_credit'
>

/** Everything an account can pay with beside a typed card, and what of it is selected. */
export interface OfferedTenders {
  vouchers: Voucher[]
  /** In dollars. */
  credit: number
  /** Saved cards, the default first. */
  cards: CreditCard[]
  chosen: SessionTenders
  body: TenderBody
}

/** The tenders for a flight. */
export interface PayerTenders extends OfferedTenders {
  /** Gift cards valid for this flight's fare, newest first. */
  giftCards: GiftCard[]
  /** The price after the selected tenders, computed by the service. */
  quote: Quote
}

/** The tenders for a purchase of gift cards, which gift cards cannot pay for. */
export interface StoredValueTenders extends OfferedTenders {
  /** The price after the selected tenders, computed by the service. */
  quote: GiftQuote
}

export const NO_CHOICE: SessionTenders = { giftCards: [], vouchers: [], typed: [], credit: false }

/** Nothing for visitors and guests, and if the service cannot price tenders. */
export async function loadPayerTenders(
  visit: Visit,
  { choice, quote }: Pick<LoadedChoice, 'choice' | 'quote'>,
): Promise<PayerTenders | undefined> {
  const { userApi, user, specOnly, brand, session } = visit
  if (!userApi || !user || specOnly || !quote) return undefined
  const [gifts, others] = await Promise.all([
    userApi.get('/v1/gift_cards', GiftCardsReply, LIST),
    loadOfferedTenders({ own: userApi, user, brand }),
  ])
  const orderId = session.get('order')?.id
  const free = ({ status, order_id: order }: GiftCard) =>
    status === 'available' || (status === 'reserved' && order === orderId)
  const { fare_id: fareId, product_id: productId, quantity } = quote
  const rule = { fareId, productId, quantity, email: user.email }
  const offered = {
    giftCards: findRedeemable(gifts.ok ? gifts.data.gift_cards : [], rule).filter(
      (one) => free(one) && one.unit === quote.quantity_type,
    ),
    ...others,
  }
  const chosen = keepAvailableTenders(offered, session.get('tenders') ?? NO_CHOICE)
  const body = tenderBody(offered.vouchers, chosen, quote)
  const priced = isChosen(body) ? await findQuote(visit, choice, body) : quote
  return {
    ...offered,
    vouchers: filterShownVouchers(offered.vouchers, chosen),
    chosen,
    body,
    quote: priced ?? quote,
  }
}

const LIST = { query: { sort: '-created_at', page_size: 100 } }

/** Vouchers, credit and saved cards of the account. */
export async function loadOfferedTenders({
  own,
  user,
  brand,
}: {
  own: ApiClient
  user: Account
  brand: Pick<Visit['brand'], 'id'>
}): Promise<Pick<OfferedTenders, 'vouchers' | 'credit' | 'cards'>> {
  const [slips, saved] = await Promise.all([
    own.get('/v1/vouchers', VouchersReply, LIST),
    own.get(`/v1/users/${String(user.id)}/credit_cards`, CreditCardsReply, { query: { brand_id: brand.id } }),
  ])
  return {
    vouchers: (slips.ok ? slips.data.vouchers : []).filter(
      ({ status, code }) => code !== null && (status === 'available' || status === 'used'),
    ),
    credit: user.credit,
    cards: (saved.ok ? saved.data.credit_cards : []).toSorted(
      (a, b) => Number(b.default) - Number(a.default),
    ),
  }
}

/** A used voucher is shown only if this purchase used it. */
export const filterShownVouchers = (vouchers: Voucher[], chosen: SessionTenders): Voucher[] =>
  vouchers.filter(({ id, status }) => status === 'available' || chosen.vouchers.includes(id))

export const isChosen = (body: TenderBody): boolean =>
  body.gift_card_codes.length + body.gift_cards.length + body.vouchers.length > 0 ||
  body.apply_user_credit === true

/** The selected tenders that are still available. */
export function keepAvailableTenders(
  offered: Pick<PayerTenders, 'giftCards' | 'vouchers' | 'credit' | 'cards'>,
  chosen: SessionTenders,
): SessionTenders {
  const within = (rows: readonly { id: number }[]) => (id: number) => rows.some((row) => row.id === id)
  const { card, ...rest } = chosen
  const known = card === 'new' || (card !== undefined && within(offered.cards)(card))
  return {
    ...rest,
    giftCards: chosen.giftCards.filter(within(offered.giftCards)),
    vouchers: chosen.vouchers.filter(within(offered.vouchers)),
    credit: chosen.credit && offered.credit > 0,
    ...(known ? { card } : {}),
  }
}

/**
 * The tenders as `POST /v1/quotes` and `POST /v1/payments` expect them; hidden credit is left out.
 */
export function tenderBody(
  vouchers: readonly Voucher[],
  chosen: SessionTenders,
  { credit_hidden: hidden }: Pick<Quote, 'credit_hidden'>,
): TenderBody {
  const typed = (kind: SessionTenders['typed'][number]['kind']) =>
    chosen.typed.filter((one) => one.kind === kind).map(({ code }) => code)
  const own = vouchers.filter(({ id }) => chosen.vouchers.includes(id))
  return {
    gift_card_codes: typed('gift_card'),
    gift_cards: chosen.giftCards,
    vouchers: [...own.flatMap(({ code }) => code ?? []), ...typed('voucher')],
    apply_user_credit: chosen.credit && hidden === null,
  }
}
