import { type WeatherHoldFields, type WeatherHoldPreview } from '#contract/weather-hold.ts'
import { type ApiDeps } from '../../deps.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { findTextRecipient } from '../../store/texts/queue-text.ts'
import { isWalkInEmail } from '../../store/walk-in-email.ts'
import { findOrdersOn } from '../weather-days/find-parties.ts'
import { findSpanDepartures } from '../weather-days/find-span-departures.ts'
import { findLeft, findOverlappingHold } from './find-span-to-hold.ts'

export type WeatherHoldPreviewed =
  { ok: true; preview: WeatherHoldPreview } | { ok: false; reason: 'not_found' | 'no_departures_to_hold' }

/** Previews a weather hold: what closes for sale, and how many parties are told and how. */
export async function previewWeatherHold(
  deps: ApiDeps,
  fields: WeatherHoldFields,
): Promise<WeatherHoldPreviewed> {
  const { db } = deps.database
  const now = deps.clock.now()
  const found = await findSpanDepartures(db, { ...fields, terminalId: fields.terminal_id }, now)
  if (!found) return { ok: false, reason: 'not_found' }
  const known = found.departures.flatMap((one) => ('id' in one ? [Number(one.id)] : []))
  const left = await findLeft(db, known)
  const ahead = found.departures.filter(
    (one) => one.calledOffAt === null && one.departAt > now && !('id' in one && left.has(Number(one.id))),
  )
  const overlapping = await findOverlappingHold(db, fields)
  if (ahead.length === 0) return { ok: false, reason: 'no_departures_to_hold' }
  const booked = await findOrdersOn(
    db,
    ahead.flatMap((one) => ('id' in one ? [Number(one.id)] : [])),
  )
  const parties = new Map(
    booked.filter(({ state }) => state === 'sold').map(({ order }) => [order.id, order] as const),
  )
  let byText = 0
  let toCall = 0
  for (const order of parties.values()) {
    const { ok: getsText } = await findTextRecipient(db, deps.settings, order)
    if (getsText) byText += 1
    else if (isWalkInEmail(order.email)) toCall += 1
  }
  const all = [...parties.values()]
  const { entries } = await readCatalogue(db)
  const nameOf = (id: number) => entries.find(({ product }) => product.id === id)?.product.name ?? ''
  return {
    ok: true,
    preview: {
      terminal_name: found.place.name,
      timezone: found.place.timezone,
      departures: ahead.map(({ departureId, productId, departAt }) => ({
        departure_id: departureId,
        product_name: nameOf(productId),
        depart_at: departAt.toISOString(),
      })),
      parties: all.length,
      people: all.reduce((sum, { quantity }) => sum + quantity, 0),
      by_mail: all.filter(({ email }) => !isWalkInEmail(email)).length,
      by_text: byText,
      to_call: toCall,
      weather_hold_id: overlapping?.id ?? null,
    },
  }
}
