import { type Fare, type Product, FaresReply } from '#contract/catalogue.ts'
import { type Place, type QuantityType } from '#contract/enums.ts'
import { describeRedemptionFees } from '#contract/gift-words.ts'
import { type GiftQuote, GiftQuoteReply } from '#contract/quote.ts'
import { accountHref } from '../account/account-tabs.ts'
import { checkoutSearch } from '../visit/checkout-query.ts'
import { type CardSettings } from '../payments/card/card-settings.ts'
import { type CardPaymentChoice, type SavedCardsPart } from '../payments/saved-cards.tsx'
import { type TenderPart } from '../payments/tender-panel.tsx'
import { type Buyer, presentBuyer } from '../payments/buyer.server.ts'
import { cardSettings } from '../payments/card-settings.server.ts'
import { loadDraft } from '../visit/draft.server.ts'
import { loadGiftPayer } from './gift-payer.server.ts'
import { findOwnOrder } from '../selection/load-choice.server.ts'
import { type TenderBody, type StoredValueTenders } from '../payments/payer-tenders.server.ts'
import {
  chooseCardPayment,
  presentSavedCards,
  presentStoredValueTenders,
} from '../payments/present-tenders.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** The data of the page that sells gift cards. */
export interface GiftPage {
  productName: string
  product: number
  place: Place
  tags: readonly string[]
  unit: QuantityType
  /** Each fare with the all-in price of one card. */
  fares: { id: number; name: string; total: number | undefined; goodFor: string | undefined }[]
  /** The fees that are due when a card is redeemed; for each fare, if they differ. */
  fees: { text: string; ofFare: string | undefined }[]
  fareId: number
  /** As it was typed; it may be invalid. */
  quantity: string
  code: string | undefined
  /** With the chosen means of payment applied; undefined if the quantity is invalid. */
  quote: GiftQuote | undefined
  /** How a card is typed into the page; undefined where only the hosted page takes cards. */
  card: CardSettings | undefined
  /** A hosted page of this very purchase that is still open. */
  openPayment: string | undefined
  /** Vouchers and credit; null if the visitor has none. */
  tenders: TenderPart | null
  savedCards: SavedCardsPart
  payWith: CardPaymentChoice
  buyer: Buyer | undefined
  typed: Record<string, string>
  formKey: string
  /** The path of this page with its choice, which the form is submitted to. */
  path: string
  /** The days on which a gift may be sent, from today on. */
  days: { first: string; last: string }
  noGuests: { phone: string; email: string; loginHref: string; registerHref: string } | undefined
}

/** The choice: in the address, or in the submitted form. */
export interface GiftChoice {
  fareId: number | undefined
  quantity: { text: string; value: number | undefined }
  code: string | undefined
}

export const readGiftChoice = ({ query }: Visit, request: Request): GiftChoice => {
  const fare = new URL(request.url).searchParams.get('fare') ?? ''
  return {
    fareId: /^\d{1,9}$/.test(fare) ? Number(fare) : undefined,
    quantity: query.quantity,
    code: query.code,
  }
}

/** The address of the page with a choice. */
export function giftPath({ query }: Visit, product: string, choice: GiftChoice): string {
  const { quantity, code, fareId } = choice
  const bare = { departureId: undefined, date: undefined, month: undefined, upgradeIds: [] }
  const search = checkoutSearch({
    ...query,
    ...bare,
    quantityType: undefined,
    giftCard: true,
    quantity,
    code,
  })
  const fare = fareId === undefined ? '' : `&fare=${String(fareId)}`
  return `/checkout/${encodeURIComponent(product)}/gift${search}${fare}`
}

const YEAR_MS = 365 * 24 * 3_600_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/**
 * The fares of a product that can be given; empty if it is not sold as a gift, or if the service
 * sells no gift cards.
 */
export async function listGiftFares({ specOnly, api }: Visit, product: Product): Promise<Fare[]> {
  if (specOnly || !product.enable_bnsl) return []
  const query = { product_id: product.id, page_size: 100 }
  const listed = await api.get('/v1/fares', FaresReply, { query })
  return listed.ok ? listed.data.fares.filter(({ giftable }) => giftable) : []
}

/**
 * Loads the page. Undefined if the product cannot be given: it is not sold as a gift, none of its
 * fares is giftable, or the service sells no gift cards.
 */
export async function loadGiftPage(
  visit: Visit,
  productParam: string,
  product: Product,
  choice: GiftChoice,
): Promise<GiftPage | undefined> {
  const giftable = await listGiftFares(visit, product)
  const chosen = giftable.find(({ id }) => id === choice.fareId) ?? giftable[0]
  if (!chosen) return undefined
  const quantity = choice.quantity.value
  const cart = { fareId: chosen.id, quantity: quantity ?? 1, code: choice.code }
  const [bare, ...singles] = await Promise.all([
    quantity === undefined ? undefined : quoteGifts(visit, cart),
    ...giftable.map(({ id }) => quoteGifts(visit, { fareId: id, quantity: 1, code: undefined })),
  ])
  const payer = await loadGiftPayer(visit, bare, (body) => quoteGifts(visit, cart, body))
  const quote = payer?.quote ?? bare
  const path = giftPath(visit, productParam, { ...choice, fareId: chosen.id })
  const { brand, now } = visit
  return {
    productName: product.name,
    product: product.id,
    place: product.place,
    tags: product.tag_list,
    unit: quote?.unit ?? (product.seat_price === null ? 'flight' : 'seat'),
    fares: giftable.map(({ id, name }, at) => ({
      ...{ id, name, total: singles[at]?.total },
      goodFor: singles[at]?.good_for_label,
    })),
    fees: nameFees(giftable, singles),
    fareId: chosen.id,
    quantity: choice.quantity.text,
    code: choice.code,
    quote,
    card: cardSettings(visit.shop.settings, quote),
    openPayment: await findOpenPayment(visit, path),
    tenders: presentStoredValueTenders(visit, payer),
    savedCards: presentSavedCards(visit, payer),
    payWith: chooseCardPayment(quote, payer),
    buyer: presentBuyer(visit.user),
    typed: await loadDraft(visit),
    formKey: crypto.randomUUID(),
    path,
    days: { first: dayOf(now), last: dayOf(new Date(now.getTime() + YEAR_MS)) },
    noGuests:
      brand.guest_checkout || visit.user
        ? undefined
        : {
            phone: brand.phone,
            email: brand.email,
            loginHref: accountHref('login', path),
            registerHref: accountHref('register', path),
          },
  }
}

/** The fees once if they are the same for all fares, else for each fare. */
function nameFees(
  fares: readonly { name: string }[],
  quotes: readonly (GiftQuote | undefined)[],
): GiftPage['fees'] {
  const texts = quotes.map((quote) => quote?.waiting_fees && describeRedemptionFees(quote.waiting_fees))
  const [first] = texts
  if (first !== undefined && texts.every((text) => text === first))
    return [{ text: first, ofFare: undefined }]
  return fares.flatMap(({ name }, at) => {
    const text = texts[at]
    return text === undefined ? [] : [{ text, ofFare: name }]
  })
}

/** The hosted payment page of the order placed on this page, while it is open. */
async function findOpenPayment(visit: Visit, path: string): Promise<string | undefined> {
  if (visit.session.get('order')?.payPath !== path) return undefined
  return (await findOwnOrder(visit))?.payment_url ?? undefined
}

/** The gift cards to price. */
export interface GiftPriceRequest {
  fareId: number
  quantity: number
  code: string | undefined
}

/**
 * The current price of gift cards, requested with the visitor's token, or without if the token has
 * expired.
 */
export async function quoteGifts(
  { userApi, api, brand }: Visit,
  { fareId, quantity, code }: GiftPriceRequest,
  tenders?: TenderBody,
): Promise<GiftQuote | undefined> {
  const cart = { brand_id: brand.id, fare_id: fareId, quantity, discount_code_code: code ?? null }
  const paid = tenders ? { apply_user_credit: tenders.apply_user_credit, vouchers: tenders.vouchers } : {}
  const body = { gift_purchase: { ...cart, ...paid } }
  const first = userApi && (await userApi.post('/v1/quotes', GiftQuoteReply, { body }))
  const result =
    first && first.status !== 401
      ? first
      : await api.post('/v1/quotes', GiftQuoteReply, { body, everybody: tenders === undefined })
  return result.ok ? result.data.quote : undefined
}

/** The chosen means of payment of a submitted form. */
export async function loadGiftPayerForForm(
  visit: Visit,
  cart: GiftPriceRequest,
): Promise<{ quote: GiftQuote | undefined; payer: StoredValueTenders | undefined }> {
  const quote = await quoteGifts(visit, cart)
  return { quote, payer: await loadGiftPayer(visit, quote, (body) => quoteGifts(visit, cart, body)) }
}
