import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { type WeatherDay, type WeatherDaySummary, type WeatherParty } from '#contract/weather-day.ts'
import { type Db } from '../../db/client.ts'
import { products, terminals } from '../../db/schema/catalogue.ts'
import {
  departureCancellations,
  rebookingAlternatives,
  rebookingOffers,
  weatherDays,
} from '../../db/schema/departure-cancellations.ts'
import { slots } from '../../db/schema/inventory.ts'
import { orderRefunds } from '../../db/schema/money.ts'
import { orders } from '../../db/schema/orders.ts'
import { mails } from '../../db/schema/platform.ts'
import { vouchers } from '../../db/schema/tenders.ts'
import { toDollars } from '../../rules/money/money.ts'
import { findPartyState } from '../rules/party-state.ts'
import { findOrdersOn, findPartyNames } from './find-parties.ts'
import { presentEmail } from '../../store/walk-in-email.ts'

const MOST_LISTED = 60

/** The latest weather days, without their parties. */
export const listWeatherDays = (db: Db): Promise<WeatherDaySummary[]> => selectSummaries(db, undefined)

/** A weather day with where each party stands; undefined if there is none. */
export async function readWeatherDay(db: Db, id: number, now: Date): Promise<WeatherDay | undefined> {
  const [summary] = await selectSummaries(db, id)
  if (!summary) return undefined
  const parties = await readParties(db, summary, now)
  return { ...summary, waiting_for_offer: summary.done_at ? 0 : await countUnclaimed(db, id), parties }
}

async function selectSummaries(db: Db, id: number | undefined): Promise<WeatherDaySummary[]> {
  const offers = db
    .select({
      party_count: sql<number>`count(*)`.mapWith(Number).as('party_count'),
      answered_count: sql<number>`count(*) filter (where ${rebookingOffers.state} <> 'open')`
        .mapWith(Number)
        .as('answered_count'),
    })
    .from(departureCancellations)
    .innerJoin(rebookingOffers, eq(rebookingOffers.callOffId, departureCancellations.id))
    .where(eq(departureCancellations.weatherDayId, weatherDays.id))
    .as('offers')
  const rows = await db
    .select({
      day: weatherDays,
      terminal: { name: terminals.name, timezone: terminals.timezone },
      departures: sql<number>`(select count(*) from ${departureCancellations}
        where ${departureCancellations.weatherDayId} = ${weatherDays.id})`.mapWith(Number),
      partyCount: offers.party_count,
      answeredCount: offers.answered_count,
    })
    .from(weatherDays)
    .innerJoin(terminals, eq(terminals.id, weatherDays.terminalId))
    .crossJoinLateral(offers)
    .where(id === undefined ? undefined : eq(weatherDays.id, id))
    .orderBy(desc(weatherDays.id))
    .limit(MOST_LISTED)
  return rows.map(({ day, terminal, departures, partyCount, answeredCount }) => ({
    id: day.id,
    terminal_id: day.terminalId,
    terminal_name: terminal.name,
    timezone: terminal.timezone,
    date: day.localDate,
    from: day.fromTime,
    until: day.untilTime,
    note: day.note,
    hold_hours: day.holdHours,
    departures,
    party_count: partyCount,
    answered_count: answeredCount,
    created_at: day.createdAt.toISOString(),
    done_at: day.doneAt?.toISOString() ?? null,
  }))
}

async function countUnclaimed(db: Db, weatherDayId: number): Promise<number> {
  const cancelled = await db
    .select({
      slotId: departureCancellations.slotId,
      offers: sql<number[]>`coalesce((
      select array_agg(${rebookingOffers.orderId}) from ${rebookingOffers}
      where ${rebookingOffers.callOffId} = ${departureCancellations.id}), '{}')`,
    })
    .from(departureCancellations)
    .where(eq(departureCancellations.weatherDayId, weatherDayId))
  const claimed = new Map(cancelled.map(({ slotId, offers }) => [slotId, new Set(offers)]))
  const sold = (await findOrdersOn(db, [...claimed.keys()])).filter(({ state }) => state === 'sold')
  return sold.filter(({ slotId, order }) => !claimed.get(slotId)?.has(order.id)).length
}

/** The parties in the order in which they would have left. */
const selectOffers = (db: Db, weatherDayId: number) =>
  db
    .select({
      offer: rebookingOffers,
      departAt: slots.departAt,
      productName: products.name,
      order: { email: orders.email, phone: orders.phone, quantity: orders.quantity },
      voucherCents: vouchers.valueCents,
      refundCents: orderRefunds.amountCents,
    })
    .from(departureCancellations)
    .innerJoin(slots, eq(slots.id, departureCancellations.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(rebookingOffers, eq(rebookingOffers.callOffId, departureCancellations.id))
    .innerJoin(orders, eq(orders.id, rebookingOffers.orderId))
    .leftJoin(vouchers, eq(vouchers.id, rebookingOffers.voucherId))
    .leftJoin(orderRefunds, eq(orderRefunds.id, rebookingOffers.orderRefundId))
    .where(eq(departureCancellations.weatherDayId, weatherDayId))
    .orderBy(asc(slots.departAt), asc(rebookingOffers.orderId), asc(rebookingOffers.id))

async function readParties(
  db: Db,
  { id, timezone }: Pick<WeatherDaySummary, 'id' | 'timezone'>,
  now: Date,
): Promise<WeatherParty[]> {
  const rows = await selectOffers(db, id)
  const offerIds = rows.map(({ offer }) => offer.id)
  const held = await findHeld(db, offerIds)
  const mailed = await findLatestMails(db, offerIds)
  const names = await findPartyNames(
    db,
    rows.map(({ offer }) => offer.orderId),
  )
  const movedTo = await findTimes(
    db,
    rows.flatMap(({ offer }) => offer.movedToSlotId ?? []),
  )
  return rows.map(({ offer, departAt, productName, order, voucherCents, refundCents }): WeatherParty => {
    const ever = held.get(offer.id) ?? []
    const open = ever.filter((one) => one.state === 'open' && one.expiresAt > now)
    const mail = mailed.get(offer.id)
    const moved = offer.movedToSlotId === null ? undefined : movedTo.get(offer.movedToSlotId)
    const cents = voucherCents ?? refundCents
    return {
      order_id: offer.orderId,
      number: `O-${String(offer.orderId)}`,
      name: names.get(offer.orderId) ?? '',
      email: presentEmail(order.email),
      phone: order.phone,
      people: order.quantity,
      product_name: productName,
      depart_at: departAt.toISOString(),
      timezone,
      state: findPartyState({
        offer: offer.state,
        isTold: offer.toldAt !== null,
        mail: mail?.state ?? null,
        everHeld: ever.length,
        heldNow: open.length,
      }),
      alternatives:
        offer.state === 'open'
          ? open.map((one) => ({ depart_at: one.departAt.toISOString(), timezone }))
          : [],
      held_until: findEnd(offer.state === 'open' ? open : []),
      expires_at: offer.expiresAt.toISOString(),
      mailed_at: mail?.createdAt.toISOString() ?? null,
      opened_at: offer.openedAt?.toISOString() ?? null,
      moved_to: moved ? { depart_at: moved.toISOString(), timezone } : null,
      amount: cents === null ? null : toDollars(cents),
      answered_at: offer.answeredAt?.toISOString() ?? null,
    }
  })
}

/** When the first of the held seats is free again. */
const findEnd = (open: readonly { expiresAt: Date }[]): string | null =>
  open
    .map(({ expiresAt }) => expiresAt.toISOString())
    .toSorted()
    .at(0) ?? null

async function findHeld(db: Db, offerIds: readonly number[]) {
  const rows =
    offerIds.length === 0
      ? []
      : await db
          .select({
            offerId: rebookingAlternatives.claimId,
            state: rebookingAlternatives.state,
            expiresAt: rebookingAlternatives.expiresAt,
            departAt: slots.departAt,
          })
          .from(rebookingAlternatives)
          .innerJoin(slots, eq(slots.id, rebookingAlternatives.slotId))
          .where(inArray(rebookingAlternatives.claimId, [...offerIds]))
          .orderBy(asc(slots.departAt))
  const held = new Map<number, Omit<(typeof rows)[number], 'offerId'>[]>()
  for (const { offerId, ...one } of rows) held.set(offerId, [...(held.get(offerId) ?? []), one])
  return held
}

/** The latest mail with the link of each offer. */
async function findLatestMails(db: Db, offerIds: readonly number[]) {
  if (offerIds.length === 0)
    return new Map<number, { state: (typeof mails.$inferSelect)['state']; createdAt: Date }>()
  const rows = await db
    .select({ subjectId: mails.subjectId, state: mails.state, createdAt: mails.createdAt })
    .from(mails)
    .where(and(inArray(mails.subjectId, [...offerIds]), inArray(mails.kind, ['called_off', 'claim_link'])))
    .orderBy(asc(mails.id))
  return new Map(
    rows.flatMap(({ subjectId, ...mail }) => (subjectId === null ? [] : [[subjectId, mail] as const])),
  )
}

async function findTimes(db: Db, slotIds: readonly number[]): Promise<ReadonlyMap<number, Date>> {
  if (slotIds.length === 0) return new Map()
  const rows = await db
    .select({ id: slots.id, departAt: slots.departAt })
    .from(slots)
    .where(inArray(slots.id, [...slotIds]))
  return new Map(rows.map(({ id, departAt }) => [id, departAt]))
}
