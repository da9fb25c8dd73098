import { z } from 'zod'
import { Brand, Product } from '../catalogue.ts'
import { Order } from '../order.ts'
import { Instant } from '../primitives.ts'
import { Discount } from '../promotions.ts'
import { GiftCard, Voucher } from '../tenders.ts'
import { departureShape, discountCodeShape } from './desk-shapes.ts'
import { brandShape, productShape } from './product-shapes.ts'
import { rowSchema } from './resource-shape.ts'

/** As the shop shows it, and what else its row says. */
export const WholeProduct = z.object({ ...rowSchema(productShape).shape, ...Product.shape })
export const WholeBrand = z.object({ ...rowSchema(brandShape).shape, ...Brand.shape })
/** With the moment at which it leaves next; null where it is not on sale. */
export const WholeDeparture = rowSchema(departureShape).extend({ depart_at: Instant.nullable() })
/** With what it takes off. */
export const WholeDiscountCode = rowSchema(discountCodeShape).extend({ discount: Discount })

/**
 * What calls tell of a row where that is more than its own fields, by the resource's plural: lists,
 * single rows, and the answers to who makes or changes one say the same.
 */
export const wholeRows: Readonly<Record<string, z.ZodObject>> = {
  products: WholeProduct,
  brands: WholeBrand,
  departures: WholeDeparture,
  discount_codes: WholeDiscountCode,
  orders: Order,
  gift_cards: GiftCard,
  vouchers: Voucher,
}
