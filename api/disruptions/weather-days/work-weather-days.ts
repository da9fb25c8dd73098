import { and, asc, eq, isNull, lt } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import {
  departureCancellations,
  rebookingAlternatives,
  rebookingOffers,
  weatherDays,
} from '../../db/schema/departure-cancellations.ts'
import { slots } from '../../db/schema/inventory.ts'
import { type ApiDeps } from '../../deps.ts'
import { toLocalTime } from '../../rules/time/local-time.ts'
import { findRebookingParty } from '../../seats/find-slot-party.ts'
import { lockOrder } from '../../store/orders/order.ts'
import { type OpenAlternative, type OpenDepartures } from '../find-alternatives.ts'
import { findUnclaimed } from '../find-stranded-orders.ts'
import { ALTERNATIVES_PER_OFFER } from '../hold-alternatives.ts'
import { type CancelledSlot, openRebookingOffer } from '../make-rebooking-offer.ts'
import { pickNextAlternative, ROUNDS } from '../rules/share-alternatives.ts'
import { holdNextAlternative } from './hold-next-alternative.ts'
import { createAlternativeSearch, findKeptSeats } from './search-alternatives.ts'
import { tellParty } from './tell-party.ts'

type WeatherDayRow = typeof weatherDays.$inferSelect

/**
 * Sees to the parties of weather days: each gets its rebooking offer, then alternatives in rounds,
 * everybody's first before anybody's second, and is told at the end. Each step is a transaction that
 * can be repeated and leaves its mark in the offer's row, so an interrupted job goes on where it stopped.
 */
export async function processWeatherDays(deps: ApiDeps): Promise<void> {
  const due = await deps.database.db
    .select()
    .from(weatherDays)
    .where(isNull(weatherDays.doneAt))
    .orderBy(asc(weatherDays.id))
  for (const day of due) await workWeatherDay(deps, day)
}

async function workWeatherDay(deps: ApiDeps, day: WeatherDayRow): Promise<void> {
  const { db } = deps.database
  for (const cancelled of await findCancelled(db, day.id)) {
    for (const orderId of await findUnclaimed(db, cancelled)) {
      await step(deps, { weatherDay: day.id, order: orderId }, (tx) =>
        openRebookingOffer(tx, deps, { cancelled, orderId, now: deps.clock.now() }),
      )
    }
  }
  for (let round = 1; round <= ROUNDS; round++) {
    const now = deps.clock.now()
    const search = createAlternativeSearch(db, await findKeptSeats(db, now), now)
    for (const offer of await findOffers(db, day.id, lt(rebookingOffers.rounds, round))) {
      const about = { weatherDay: day.id, order: offer.orderId }
      // Outside the transaction, which has the only connection of an embedded database.
      const party = await findRebookingParty(db, offer.orderId, offer.slot.id)
      const found = party ? await search({ ...offer, party }) : NOTHING_OPEN
      await step(deps, about, (tx) => holdInRound(tx, deps, { day, offer, round, found }))
    }
  }
  for (const offer of await findOffers(db, day.id, isNull(rebookingOffers.toldAt))) {
    const about = { weatherDay: day.id, order: offer.orderId }
    await step(deps, about, (tx) => tellParty(tx, deps, offer))
  }
  await finish(deps, day)
}

/**
 * Does one step for a party. An error of one party does not keep the others waiting; without a
 * database the whole work waits.
 */
async function step(
  deps: ApiDeps,
  about: { weatherDay: number; order: number },
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  try {
    await retryDeadlocks(() => deps.database.db.transaction(work))
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    deps.log.error({ err: error, ...about }, 'a party of a weather day could not be seen to')
  }
}

/** The departures of a weather day, the soonest first. */
const findCancelled = (db: DbOrTx, weatherDayId: number): Promise<CancelledSlot[]> =>
  db
    .select({ cancellation: departureCancellations, slot: slots })
    .from(departureCancellations)
    .innerJoin(slots, eq(slots.id, departureCancellations.slotId))
    .where(eq(departureCancellations.weatherDayId, weatherDayId))
    .orderBy(asc(slots.departAt), asc(slots.id))

export interface PartyOffer extends CancelledSlot {
  offerId: number
  orderId: number
}

/** Offers of a weather day in the order in which their parties would have left. */
const findOffers = (db: DbOrTx, weatherDayId: number, which: ReturnType<typeof lt>): Promise<PartyOffer[]> =>
  db
    .select({
      offerId: rebookingOffers.id,
      orderId: rebookingOffers.orderId,
      cancellation: departureCancellations,
      slot: slots,
    })
    .from(rebookingOffers)
    .innerJoin(departureCancellations, eq(departureCancellations.id, rebookingOffers.callOffId))
    .innerJoin(slots, eq(slots.id, departureCancellations.slotId))
    .where(and(eq(departureCancellations.weatherDayId, weatherDayId), which))
    .orderBy(asc(slots.departAt), asc(rebookingOffers.orderId), asc(rebookingOffers.id))

interface RoundStep {
  day: WeatherDayRow
  offer: PartyOffer
  round: number
  /** Where there may be room. */
  found: OpenDepartures
}

const NOTHING_OPEN: OpenDepartures = { open: [], timezone: 'UTC' }

/** Holds one more departure for an offer that nobody has answered; its round is over either way. */
async function holdInRound(
  tx: Tx,
  deps: ApiDeps,
  { day, offer: { offerId, orderId, slot }, round, found }: RoundStep,
): Promise<void> {
  await lockOrder(tx, orderId)
  const [offer] = await tx.select().from(rebookingOffers).where(eq(rebookingOffers.id, offerId))
  if (!offer || offer.rounds >= round) return
  const party = offer.state === 'open' ? await findRebookingParty(tx, orderId, slot.id) : undefined
  const held = party ? await findHeldDays(tx, offerId) : []
  if (party && held.length < ALTERNATIVES_PER_OFFER) {
    const localTime = toLocalTime(slot.departAt, found.timezone)
    const tried = new Set<OpenAlternative>()
    for (;;) {
      const wanted = pickNextAlternative(found.open, { localTime, heldDays: new Set(held), tried })
      if (!wanted) break
      tried.add(wanted)
      const now = deps.clock.now()
      const result = await holdNextAlternative(tx, { offerId, party, wanted, hours: day.holdHours, now })
      if (result === 'held') break
      // Nobody of this size finds room there any more; a lighter party may.
      if (result === 'full') found.open = found.open.filter((one) => one !== wanted)
    }
  }
  await tx.update(rebookingOffers).set({ rounds: round }).where(eq(rebookingOffers.id, offerId))
}

/** The days of which an offer has an alternative. */
async function findHeldDays(tx: Tx, offerId: number): Promise<string[]> {
  const rows = await tx
    .select({ day: slots.localDate })
    .from(rebookingAlternatives)
    .innerJoin(slots, eq(slots.id, rebookingAlternatives.slotId))
    .where(and(eq(rebookingAlternatives.claimId, offerId), eq(rebookingAlternatives.state, 'open')))
  return rows.map(({ day }) => day)
}

/** Marks the weather day as done when every paid order has its offer and every party was told. */
async function finish({ database: { db }, clock }: ApiDeps, { id }: WeatherDayRow): Promise<void> {
  await db.transaction(async (tx) => {
    // A departure that joins the weather day waits for this, and opens it again.
    await tx.select({ id: weatherDays.id }).from(weatherDays).where(eq(weatherDays.id, id)).for('update')
    if ((await findOffers(tx, id, isNull(rebookingOffers.toldAt))).length > 0) return
    for (const cancelled of await findCancelled(tx, id))
      if ((await findUnclaimed(tx, cancelled)).length > 0) return
    await tx.update(weatherDays).set({ doneAt: clock.now() }).where(eq(weatherDays.id, id))
  })
}
