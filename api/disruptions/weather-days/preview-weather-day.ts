import { and, inArray } from 'drizzle-orm'
import { type WeatherDayFields, type WeatherDayPreview } from '#contract/weather-day.ts'
import { type Db } from '../../db/client.ts'
import { weatherDays } from '../../db/schema/departure-cancellations.ts'
import { flights, type slots } from '../../db/schema/inventory.ts'
import { type ApiDeps } from '../../deps.ts'
import { toLocalTime } from '../../rules/time/local-time.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { type JudgedRebookingOffer, judgeRebookingOffer } from '../assess-rebooking-offer.ts'
import { type OpenAlternative } from '../find-alternatives.ts'
import { presentRebookingMoney } from '../read-rebooking-offer.ts'
import { createSeatShares } from '../rules/seat-shares.ts'
import { pickNextAlternative, ROUNDS } from '../rules/share-alternatives.ts'
import { isToldByMail } from '../rules/told-by.ts'
import { findOrdersOn, findPartyNames, type SlotOrder } from './find-parties.ts'
import { findSpanDepartures } from './find-span-departures.ts'
import { createAlternativeSearch, findKeptSeats } from './search-alternatives.ts'
import { presentEmail } from '../../store/walk-in-email.ts'
import { isWeatherDay } from './is-weather-day.ts'

type SlotRow = typeof slots.$inferSelect

export type WeatherDayPreviewed =
  { ok: true; preview: WeatherDayPreview } | { ok: false; reason: 'not_found' | 'no_departures' }

/**
 * Previews a weather day: who is affected, and what each party would be offered if the free seats
 * were shared out now. Nothing is held and nothing is written.
 */
export async function previewWeatherDay(
  deps: ApiDeps,
  fields: WeatherDayFields,
): Promise<WeatherDayPreviewed> {
  const { db } = deps.database
  const now = deps.clock.now()
  const found = await findSpanDepartures(db, { ...fields, terminalId: fields.terminal_id }, now)
  if (!found) return { ok: false, reason: 'not_found' }
  const known = found.departures.filter((one): one is SlotRow => 'id' in one)
  const left = await findGone(db, known)
  const open = known.filter(({ id, calledOffAt }) => calledOffAt === null && !left.has(id))
  const gone = known.filter(({ id, calledOffAt }) => calledOffAt === null && left.has(id)).length
  const before = known.filter(({ calledOffAt }) => calledOffAt !== null).length
  const departures = found.departures.length - gone - before
  const weatherDayId = await findDeclared(db, fields)
  if (departures === 0 && weatherDayId === null) return { ok: false, reason: 'no_departures' }
  const booked = await findOrdersOn(
    db,
    open.map(({ id }) => id),
  )
  const paid = booked.filter(({ state }) => state === 'sold')
  const parties = await assessParties(db, paid, open)
  await shareSeats(db, parties, now)
  const names = await findPartyNames(
    db,
    parties.map(({ order }) => order.id),
  )
  const { place } = found
  return {
    ok: true,
    preview: {
      terminal_name: place.name,
      timezone: place.timezone,
      departures,
      booked: new Set(paid.map(({ slotId }) => slotId)).size,
      called_off_before: before,
      departed: gone,
      unpaid: new Set(booked.filter(({ state }) => state === 'held').map(({ order }) => order.id)).size,
      parties: parties.map((one) => presentParty(one, place.timezone, names)),
      weather_day_id: weatherDayId,
    },
  }
}

async function findGone(db: Db, known: readonly SlotRow[]): Promise<ReadonlySet<number>> {
  if (known.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ id: flights.slotId })
    .from(flights)
    .where(
      and(
        inArray(
          flights.slotId,
          known.map(({ id }) => id),
        ),
        inArray(flights.status, ['departed', 'landed']),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

async function findDeclared(db: Db, fields: WeatherDayFields): Promise<number | null> {
  const [row] = await db.select({ id: weatherDays.id }).from(weatherDays).where(isWeatherDay(fields))
  return row?.id ?? null
}

interface SeenParty {
  order: SlotOrder['order']
  slot: SlotRow
  productName: string
  judged: JudgedRebookingOffer
  money: Awaited<ReturnType<typeof presentRebookingMoney>>
  held: OpenAlternative[]
}

/** The parties in the order in which they are served. */
async function assessParties(
  db: Db,
  paid: readonly SlotOrder[],
  open: readonly SlotRow[],
): Promise<SeenParty[]> {
  const { entries } = await readCatalogue(db)
  const parties: SeenParty[] = []
  for (const slot of open) {
    for (const { order } of paid.filter(({ slotId }) => slotId === slot.id)) {
      const judged = await judgeRebookingOffer(db, order, slot.id)
      if (!judged) continue
      const productName = entries.find(({ product }) => product.id === slot.productId)?.product.name ?? ''
      const money = await presentRebookingMoney(db, order, judged)
      parties.push({ order, slot, productName, judged, money, held: [] })
    }
  }
  return parties
}

/** Shares the free seats out as the work will, in memory. */
async function shareSeats(db: Db, parties: readonly SeenParty[], now: Date): Promise<void> {
  if (parties.length === 0) return
  const kept = await findKeptSeats(db, now)
  const search = createAlternativeSearch(db, kept, now)
  const shares = createSeatShares(kept)
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { slot, judged, held } of parties) {
      const { party } = judged
      const found = await search({ slot, party })
      const localTime = toLocalTime(slot.departAt, found.timezone)
      const heldDays = new Set(held.map(({ localDate }) => localDate))
      const tried = new Set<OpenAlternative>()
      for (;;) {
        const wanted = pickNextAlternative(found.open, { localTime, heldDays, tried })
        if (!wanted) break
        tried.add(wanted)
        if (!shares.take(wanted, party)) continue
        held.push(wanted)
        break
      }
    }
  }
}

function presentParty(
  { order, slot, productName, judged, money, held }: SeenParty,
  timezone: string,
  names: ReadonlyMap<number, string>,
): WeatherDayPreview['parties'][number] {
  const { voucher_amount, refund } = money
  const choices = { alternatives: held.length, phone: order.phone, voucher_amount, refund }
  return {
    order_id: order.id,
    number: `O-${String(order.id)}`,
    name: names.get(order.id) ?? '',
    email: presentEmail(order.email),
    phone: order.phone,
    people: judged.party.people,
    product_name: productName,
    depart_at: slot.departAt.toISOString(),
    timezone,
    alternatives: held.map((one) => ({ depart_at: one.slot.departAt.toISOString(), timezone })),
    voucher_amount,
    refund_amount: refund?.amount ?? null,
    told_by: isToldByMail(choices) ? 'mail' : 'call',
  }
}
