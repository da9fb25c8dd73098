import { createRoute } from '@hono/zod-openapi'
import { type Context } from 'hono'
import { type AppliedCode } from '#contract/promotions.ts'
import {
  AnyQuoteReply,
  AnyQuoteRequest,
  type GiftQuote,
  type GiftQuoteFields,
  type Quote,
  type QuoteRequest,
} from '#contract/quote.ts'
import { type ApiDeps } from '../../deps.ts'
import { limitRules, limitSentence } from '../../rules/access/call-limits.ts'
import { maySetPrice } from '../../rules/access/permissions.ts'
import { type PaidDeparture } from '../../rules/gifts/gift-scope.ts'
import { type PricedCart } from '../../rules/pricing/pricing.ts'
import { type PricingFacts } from '../../rules/pricing/pricing-facts.ts'
import { getRefundLimit } from '../../rules/refunds/refund-limit.ts'
import { type ApiEnv, type Caller, createRouter, isStaff } from '../../http/http.ts'
import { readMemberPriceBuyer } from '../../memberships/member-price-uses.ts'
import { type MembershipBuyer } from '../../pricing/choose-discount.ts'
import { findByEmail } from '../find-buyer.ts'
import { presentQuote, quoteCart, type QuotedFlight, type QuoteRefusal } from '../../pricing/quote-cart.ts'
import { quoteTenders } from '../../tenders/quote-tenders.ts'
import { type TenderFields } from '../../tenders/reserve-order-tenders.ts'
import { type GiftQuoteResult, quoteGiftCart, type QuotedGifts } from '../../gifts/quote-gift-cart.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { presentGiftQuote } from '../../gifts/routes/present-gift-quote.ts'
import { refuse } from '../refusals.ts'

const create = createRoute({
  method: 'post',
  path: '/v1/quotes',
  summary: 'Price a cart now, line by line',
  description:
    'Orders are priced by the same rules. A quote holds no seats. `gift_purchase` prices gift ' +
    'cards by their fare. A discount code that does not apply is reported beside the price ' +
    'without it.',
  request: { body: jsonBody(AnyQuoteRequest) },
  responses: { 201: jsonReply('The quote', AnyQuoteReply) },
})

export const quotes = createRouter().openapi(create, (c) => {
  const body = c.req.valid('json')
  if (!('gift_purchase' in body)) return answer(c, flightQuotes, body)
  return answer(c, giftQuotes, { ...body.gift_purchase, gift_card_codes: [], gift_cards: [] })
})

/** What the quote of a flight and the quote of gift cards do differently. */
interface QuoteKind<Request, Quoted> {
  /** Prices the cart as an order would be priced now. */
  quote(deps: ApiDeps, caller: Caller, request: Request): Promise<Quoted | QuotationRefusal>
  /** What tenders are to pay; null for gift cards, which have no departure. */
  getDeparture(quoted: Quoted): PaidDeparture | null
  present(quoted: Quoted, priced: PricedCart, code: AppliedCode | null): Quote | GiftQuote
}

type QuotationRefusal =
  ((QuoteRefusal | GiftQuoteResult) & { ok: false }) | { ok: false; reason: 'staff_set_prices' }
type QuotedPrice = { ok: true; facts: { pricing: PricingFacts } } & Pick<
  QuotedFlight | QuotedGifts,
  'cart' | 'priced' | 'discount'
>

const flightQuotes: QuoteKind<QuoteRequest, QuotedFlight> = {
  async quote(deps, caller, request) {
    if (request.staff_price != null && !maySetPrice(caller)) return { ok: false, reason: 'staff_set_prices' }
    const buyer = await findQuoteBuyer(deps, caller, request)
    const quoted = await quoteCart(deps.database.db, request, {
      ...ownedBy(caller),
      forStaff: isStaff(caller),
      buyer,
      now: deps.clock.now(),
    })
    if (!quoted.ok || caller.kind === 'visitor' || request.staff_price == null) return quoted
    return { ...quoted, giverLimitCents: getRefundLimit(caller) }
  },
  getDeparture: ({ facts }) => ({ productId: facts.product.id, fareId: facts.departure.fareId }),
  present: presentQuote,
}

/**
 * Whose membership applies to a quote: the caller's, or that of the customer whom staff sell to;
 * undefined for visitors. A guest has none and counts only as a possible user of a price by
 * consent.
 */
async function findQuoteBuyer(
  { database: { db }, settings }: ApiDeps,
  caller: Caller,
  {
    customer_email: email,
    membership_plan_id: planId,
  }: Pick<QuoteRequest, 'customer_email' | 'membership_plan_id'>,
): Promise<MembershipBuyer | undefined> {
  if (caller.kind !== 'customer' && caller.kind !== 'guest') return undefined
  const sold = isStaff(caller) ? email : undefined
  const userId = sold === undefined ? caller.userId : await findByEmail(db, sold)
  const taker = planId
    ? await readMemberPriceBuyer(db, settings.secrets.code, { userId, email: sold })
    : { userId, emailKeys: [] }
  return { userId, guest: caller.kind === 'guest', taker }
}

const giftQuotes: QuoteKind<GiftQuoteFields & TenderFields, QuotedGifts> = {
  quote: ({ database, clock }, caller, request) =>
    quoteGiftCart(database.db, request, { ...ownedBy(caller), now: clock.now() }),
  getDeparture: () => null,
  present: presentGiftQuote,
}

const ownedBy = (caller: Caller) =>
  caller.kind === 'visitor'
    ? {}
    : { ownSessionId: caller.sessionId, prizeOwnerId: caller.emailProven ? caller.userId : undefined }

const requestsTenders = (fields: TenderFields): boolean =>
  fields.gift_card_codes.length + fields.gift_cards.length + fields.vouchers.length > 0 ||
  fields.apply_user_credit === true

/** What of a request does not depend on its kind. */
type QuoteFields = TenderFields & Pick<QuoteRequest, 'discount_code_code'>

async function answer<Request extends QuoteFields, Quoted extends QuotedPrice>(
  c: Context<ApiEnv>,
  kind: QuoteKind<Request, Quoted>,
  request: Request,
) {
  const deps = c.get('deps')
  const caller = c.get('caller')
  const { discount_code_code: typed } = request
  const guesses = (typed ?? '').trim() !== '' || request.gift_card_codes.length + request.vouchers.length > 0
  const guess = guesses ? await c.get('countCall')(limitRules.quotedCodes) : undefined
  const tried = guess?.ok === false ? undefined : typed
  const quoted = await kind.quote(deps, caller, { ...request, discount_code_code: tried })
  const tenders =
    quoted.ok && requestsTenders(request) && guess?.ok !== false
      ? await quoteTenders(deps, toTendered(quoted, kind.getDeparture(quoted)), caller, request)
      : undefined
  const missed = tenders?.ok === false && tenders.problem.message.endsWith('must exist.')
  if (guess?.ok) await guess.settle(missed || (quoted.ok && quoted.discount.unknown))
  if (!quoted.ok) return refuse(c, quoted.reason)
  const limited = guess?.ok === false ? notTried(typed ?? '', guess.waitSeconds) : undefined
  const code = limited ?? quoted.discount.appliedCode
  const bare = kind.present(quoted, quoted.priced, code)
  if (!tenders) return c.json({ quote: bare }, 201)
  // The price with its tenders, or why they cannot pay.
  if (!tenders.ok) return c.json({ quote: { ...bare, tender_problem: tenders.problem } }, 201)
  const paid = kind.present(quoted, tenders.priced, code)
  return c.json({ quote: { ...paid, order_total: bare.total } }, 201)
}

const toTendered = ({ facts, cart }: QuotedPrice, departure: PaidDeparture | null) => ({
  pricing: { facts: facts.pricing, cart },
  departure,
})

/** A caller who tries too many codes must wait, but still gets the price. */
const notTried = (typed: string, waitSeconds: number): AppliedCode => ({
  code: typed.trim(),
  applied: false,
  message: limitSentence(waitSeconds),
  reason: null,
})
