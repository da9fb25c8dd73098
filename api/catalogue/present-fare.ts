import { type Fare } from '#contract/catalogue.ts'
import { toDollarsOrNull } from '../rules/money/money.ts'
import { type FareRow } from '../store/catalogue/read-catalogue.ts'

/** The fare of a gift card, as the card shows it. */
export const presentFare = (row: FareRow): Fare => ({
  id: row.id,
  product_id: row.productId,
  name: row.name,
  seat_price: toDollarsOrNull(row.seatPriceCents),
  flight_price: toDollarsOrNull(row.flightPriceCents),
  giftable: row.giftable,
  gift_price: toDollarsOrNull(row.giftPriceCents),
  covers_all_fares: row.coversAllFares,
})
