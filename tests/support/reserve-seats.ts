import { addMinutes } from '#api/rules/time/local-time.ts'
import { markPaymentOpen, settleSeats } from '#api/seats/order-seats.ts'
import { type ChosenDeparture, guestToken, placeOrder, seatOrder } from './shopper.ts'
import { type TestApi } from './test-api.ts'

/**
 * Takes seats of a departure for another customer: `held` expires after 15 minutes, `paying` is
 * held during a payment, `sold` is paid.
 */
export async function occupySeats(
  shop: TestApi,
  departure: ChosenDeparture | undefined,
  taking: { seats: number; state: 'held' | 'paying' | 'sold'; brandId?: number },
): Promise<{ token: string }> {
  if (!departure) throw new Error('There is no such departure to take seats of')
  const { departure_id, depart_at } = departure
  const token = await guestToken(shop)
  const wanted = seatOrder({ departure_id, depart_at }, taking.seats, { brand_id: taking.brandId ?? 1 })
  const { id } = await placeOrder(shop, token, wanted)
  const now = shop.clock.now()
  const until = addMinutes(now, 15)
  await shop.deps.database.db.transaction(async (tx) => {
    if (taking.state === 'paying') await markPaymentOpen(tx, id, { now }, until)
    if (taking.state === 'sold') await settleSeats(tx, id, now)
  })
  return { token }
}
