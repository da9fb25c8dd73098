import { FaresReply } from '#contract/catalogue.ts'
import { describeRedemptionFees } from '#contract/gift-words.ts'
import { type GiftQuote, GiftQuoteReply } from '#contract/quote.ts'
import { type RedemptionFee } from '#contract/tenders.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { type CatalogueVisit, optionalData, requireProducts } from '../catalogue/load-catalogue.server.ts'
import { type TermsFigures, NO_TERMS_FIGURES } from '../texts/articles.server.ts'

/**
 * The validity of the gift cards on sale, and the fees that are due at redemption, for texts that
 * explain gift cards.
 */
export async function loadGiftTerms(visit: CatalogueVisit): Promise<TermsFigures> {
  const quotes = await quoteEveryFare(visit)
  if (quotes.length === 0) return NO_TERMS_FIGURES
  return {
    scopes: quotes.flatMap(({ good_for_label: label }) => label ?? []),
    fees: describeFees(quotes.map(({ waiting_fees: fees }) => fees ?? [])),
  }
}

async function quoteEveryFare(visit: CatalogueVisit): Promise<GiftQuote[]> {
  const { api, brand } = visit
  const products = (await requireProducts(visit)).filter(({ enable_bnsl: sold }) => sold)
  if (products.length === 0) return []
  const query = { product_id: products.map(({ id }) => id), page_size: 100 }
  const fares = optionalData(await api.get('/v1/fares', FaresReply, { query }))?.fares ?? []
  const quotes = fares
    .filter(({ giftable }) => giftable)
    .map(async ({ id }) => {
      const gift_purchase = { brand_id: brand.id, fare_id: id, quantity: 1 }
      return (
        optionalData(
          await api.post('/v1/quotes', GiftQuoteReply, { body: { gift_purchase }, everybody: true }),
        )?.quote ?? []
      )
    })
  return (await Promise.all(quotes)).flat()
}

/** One sentence if the fees are the same for all cards, else each fee with its range. */
function describeFees(all: readonly (readonly RedemptionFee[])[]): string {
  const [first = '', ...others] = new Set(all.map(describeRedemptionFees))
  if (others.length === 0) return first
  const fees = all.flat()
  const ranges = [...new Set(fees.map(({ name }) => name))].map((name) => {
    const amounts = fees.filter((fee) => fee.name === name).map(({ amount }) => amount)
    const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
    return `${name}, ${formatDollars(least)}${most > least ? ` to ${formatDollars(most)}` : ''}`
  })
  return (
    `Not in every card: ${ranges.join('; ')}. What is left to pay is named on the card with its ` +
    'amount, and no other fee is charged when it is redeemed.'
  )
}
