import { type Settings } from '#settings/settings.ts'
import { type DbOrTx } from '../../db/client.ts'
import { findQuietEnd, hasNearFlight } from '../../rules/texts/quiet-hours.ts'
import { readMailBrand } from '../mails/read-mail-brand.ts'
import { readFlightsOfOrder } from '../orders/read-order-flights.ts'

/**
 * When a text about an order may leave, if not now: it waits while it is night at the terminal of its
 * next flight, unless a flight leaves within a day. An order without flights goes by its brand's zone.
 */
export async function findTextTime(
  db: DbOrTx,
  settings: Settings,
  { orderId, brandId }: { orderId: number; brandId: number },
  now: Date,
): Promise<Date | undefined> {
  const flights = await readFlightsOfOrder(db, orderId)
  const near = hasNearFlight(
    flights.map(({ depart_at: at }) => new Date(at)),
    now,
  )
  if (near) return undefined
  const next = flights.find(({ depart_at: at }) => new Date(at) >= now) ?? flights[0]
  const timezone = next?.timezone ?? (await readMailBrand(db, settings, brandId)).timeZone
  return findQuietEnd(now, timezone, settings.texts.quietHours)
}
