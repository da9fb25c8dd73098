import { z } from 'zod'
import { CODES, type VersionParts } from './version.ts'

/**
 * The reads of `/v1` whose answer depends on the public data alone, when they are sent without a
 * token. What they read must renew the version of the public data (`GET /v1/version`).
 */
export const PUBLIC_READS = new RegExp(
  [
    String.raw`^/v1/(?:brands|products|product_categories|campaigns|terminals|upgrades|fares|fees`,
    String.raw`|schedules|availability|search|written_texts|plans)(?:/[\w-]+)?$`,
  ].join(''),
)

/**
 * Calls that only ask, though they are sent with a body: what they ask about is personal, secret or
 * long. They write nothing, so they are limited, authenticated and cached as reads are.
 */
const QUESTIONS = new RegExp(
  [
    String.raw`^/v1/(?:quotes|staff_searches|check_in_searches|sale_days|sale_grids|refund_previews`,
    String.raw`|call_off_previews|order_mailing_previews|customer_merge_previews|written_text_previews`,
    String.raw`|availability/(?:day|month)|orders/[^/]+/(?:cancellation_previews`,
    String.raw`|(?:staff_)?(?:reschedule|upgrade|guest)_quotes))$`,
  ].join(''),
)

/** @param path the address, or its pattern with `:id` */
export const isQuestion = (method: string, path: string): boolean => method === 'POST' && QUESTIONS.test(path)

const Products = z.object({ products: z.array(z.object({ id: z.number() })) })
const OneProduct = z.object({ product: z.object({ id: z.number() }) })
const QuotedProduct = z.object({ quote: z.object({ product_id: z.number() }) })

/**
 * What a public answer depends on beside the catalogue (decision 114). An answer that names no
 * product depends on everything: each seat that is sold may change it.
 *
 * @param productId the product that the call asks about
 */
export function getVersionParts(path: string, productId: number | undefined, data: unknown): VersionParts {
  const [, , resource = ''] = path.split('/')
  switch (resource) {
    case 'availability':
      return productId === undefined ? 'everything' : [String(productId)]
    case 'products': {
      // Which products are listed depends on the catalogue; their lowest prices on free seats.
      const listed = Products.safeParse(data).data?.products
      const product = OneProduct.safeParse(data).data?.product
      const shown = listed ?? (product && [product])
      return shown ? shown.map(({ id }) => String(id)) : 'everything'
    }
    case 'quotes': {
      const quoted = QuotedProduct.safeParse(data).data
      return quoted ? [String(quoted.quote.product_id), CODES] : 'everything'
    }
    case 'search':
      return 'everything'
    default:
      return []
  }
}
