import { type Product, FaresReply } from '#contract/catalogue.ts'
import { type QuantityType } from '#contract/enums.ts'
import { type GiftQuote, GiftQuoteReply } from '#contract/quote.ts'
import { accountHref } from '../account/account-tabs.ts'
import { checkoutSearch } from '../checkout/checkout-query.ts'
import { type Buyer, presentBuyer } from './buyer.server.ts'
import { loadDraft } from './draft.server.ts'
import { type Visit } from './load-checkout.server.ts'

/** What the page that sells gift cards shows. */
export interface GiftPage {
  productName: string
  unit: QuantityType
  /** Each with what one card of it costs altogether. */
  fares: { id: number; name: string; total: number | undefined }[]
  fareId: number
  /** As typed. */
  quantity: string
  code: string | undefined
  /** Undefined while the quantity is none. */
  quote: GiftQuote | undefined
  buyer: Buyer | undefined
  typed: Record<string, string>
  formKey: string
  /** This page with its choice, and where its form goes. */
  path: string
  action: string
  /** On which a gift may be sent, from today on. */
  days: { first: string; last: string }
  noGuests: { phone: string; email: string; loginHref: string; registerHref: string } | undefined
}

/** What was chosen: in the address, or in the form that was sent. */
export interface GiftChoice {
  fareId: number | undefined
  quantity: { text: string; value: number | undefined }
  code: string | undefined
}

export const giftChoiceOf = ({ query }: Visit, request: Request): GiftChoice => {
  const fare = new URL(request.url).searchParams.get('fare') ?? ''
  return {
    fareId: /^\d{1,9}$/.test(fare) ? Number(fare) : undefined,
    quantity: query.quantity,
    code: query.code,
  }
}

/** The page with a choice, as an address. */
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
  return `/checkout/${encodeURIComponent(product)}${search}${fare}`
}

const YEAR_MS = 365 * 24 * 3_600_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/**
 * Loads the page; undefined where this product is not given: it is not sold for later, none of its fares is giftable, or
 * the service does not sell gift cards.
 */
export async function loadGiftPage(
  visit: Visit,
  productParam: string,
  product: Product,
  choice: GiftChoice,
): Promise<GiftPage | undefined> {
  if (visit.basic || !product.enable_bnsl) return undefined
  const listed = await visit.api.get('/v1/fares', FaresReply, {
    query: { product_id: product.id, page_size: 100 },
  })
  const giftable = listed.ok ? listed.data.fares.filter((fare) => fare.giftable) : []
  const chosen = giftable.find(({ id }) => id === choice.fareId) ?? giftable[0]
  if (!chosen) return undefined
  const quantity = choice.quantity.value
  const [quote, ...singles] = await Promise.all([
    quantity === undefined ? undefined : quoteGifts(visit, chosen.id, quantity, choice.code),
    ...giftable.map(({ id }) => quoteGifts(visit, id, 1, undefined)),
  ])
  const path = giftPath(visit, productParam, { ...choice, fareId: chosen.id })
  const { brand, now } = visit
  return {
    productName: product.name,
    unit: quote?.unit ?? (product.seat_price === null ? 'flight' : 'seat'),
    fares: giftable.map(({ id, name }, at) => ({ id, name, total: singles[at]?.total })),
    fareId: chosen.id,
    quantity: choice.quantity.text,
    code: choice.code,
    quote,
    buyer: presentBuyer(visit.user),
    typed: await loadDraft(visit),
    formKey: crypto.randomUUID(),
    path,
    action: `/checkout/${encodeURIComponent(productParam)}/gift`,
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

/** What gift cards cost now, asked as the visitor, or as anybody where their token is past its time. */
export async function quoteGifts(
  { own, api, brand }: Visit,
  fareId: number,
  quantity: number,
  code: string | undefined,
): Promise<GiftQuote | undefined> {
  const body = {
    gift_purchase: { brand_id: brand.id, fare_id: fareId, quantity, discount_code_code: code ?? null },
  }
  const first = own && (await own.post('/v1/quotes', GiftQuoteReply, { body }))
  const result =
    first && first.status !== 401 ? first : await api.post('/v1/quotes', GiftQuoteReply, { body })
  return result.ok ? result.data.quote : undefined
}
