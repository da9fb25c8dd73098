import { z } from 'zod'
import { Brand, Product } from '../catalogue.ts'
import { Order } from '../order.ts'
import { Instant } from '../primitives.ts'
import { Discount } from '../promotions.ts'
import { GiftCard, Voucher } from '../tenders.ts'
import { departureShape, discountCodeShape } from './desk-shapes.ts'
import { brandShape, productShape } from './product-shapes.ts'
import { rowSchema } from './resource-shape.ts'

/** The product as the shop reads it, with all fields of its row. */
export const WholeProduct = z.object({ ...rowSchema(productShape).shape, ...Product.shape })
export const WholeBrand = z.object({ ...rowSchema(brandShape).shape, ...Brand.shape })
/** A departure with the time it next leaves; null where it is not on sale. */
export const WholeDeparture = rowSchema(departureShape).extend({ depart_at: Instant.nullable() })
/** A discount code with its discount. */
export const WholeDiscountCode = rowSchema(discountCodeShape).extend({ discount: Discount })

/**
 * The row schemas of resources whose replies have more than the row's own fields, by plural. Lists,
 * single rows, and replies to creation and change all use them.
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
