import { and, asc, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { rebookingAlternatives } from '../db/schema/departure-cancellations.ts'
import { type ApiDeps } from '../deps.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { holdAlternativeSeats } from '../seats/hold-seats-for-rebooking.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'
import { findOrMakeSlot, type ReservedSeats, reserveSeats } from '../slots/slot-store.ts'
import { type AlternativeSlot } from './find-alternatives.ts'
import { type RebookingParty } from '../seats/find-slot-party.ts'

/** The number of alternatives held for one offer at a time. */
export const ALTERNATIVES_PER_OFFER = 3
/**
 * How many more are tried when the first ones cannot carry the party's weight or were sold
 * meanwhile.
 */
const SPARE = 3

/**
 * Holds seats for a rebooking offer on the first few departures that take the whole party. The
 * offer's order must be locked, no slot yet.
 */
export async function holdAlternatives(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings'>,
  {
    offerId,
    party,
    found,
    now,
  }: { offerId: number; party: RebookingParty; found: readonly AlternativeSlot[]; now: Date },
): Promise<void> {
  const tried = []
  for (const one of found.slice(0, ALTERNATIVES_PER_OFFER + SPARE))
    tried.push({ ...one, times: await findOrMakeSlot(tx, one.slot) })
  const ids = tried.map(({ times }) => times.id)
  const locked = await lockSlotRows(tx, ids)
  await releaseLapsedHolds(tx, ids, now)
  let kept = 0
  for (const { times, salesCloseAt, aircraft, heldBack } of tried) {
    if (kept === ALTERNATIVES_PER_OFFER) return
    const slot = { ...times, ...locked.find(({ id }) => id === times.id) }
    const taken = await reserveWholeParty(tx, (point) =>
      reserveSeats(point, slot, party, { candidates: aircraft, heldBack, now }),
    )
    if (!taken) continue
    kept += 1
    const hours = deps.settings.rebookingHoldHours
    await keepAlternative(tx, { offerId, party, slotId: slot.id, taken, salesCloseAt, hours, now })
  }
}

interface KeptAlternative {
  offerId: number
  party: Pick<RebookingParty, 'kind'>
  slotId: number
  taken: readonly ReservedSeats[]
  salesCloseAt: Date
  /** How long it is held, while it is on sale. */
  hours: number
  now: Date
}

/** Writes reserved seats down as an alternative of the offer. */
export async function keepAlternative(
  tx: Tx,
  { offerId, party, slotId, taken, salesCloseAt, hours, now }: KeptAlternative,
): Promise<void> {
  const end = addMinutes(now, hours * 60)
  const expiresAt = end < salesCloseAt ? end : salesCloseAt
  const [written] = await tx
    .insert(rebookingAlternatives)
    .values({ claimId: offerId, slotId, state: 'open', expiresAt, createdAt: now })
    .returning({ id: rebookingAlternatives.id })
  if (!written) throw new Error('The alternative was not written')
  await holdAlternativeSeats(tx, written.id, taken, { kind: party.kind, expiresAt, now })
}

type AlternativeReservation = (point: Tx) => ReturnType<typeof reserveSeats>

/** Rolls back a partial reservation of a party that does not fit together. */
class NoRoom extends Error {}

async function reserveWholeParty(
  tx: Tx,
  take: AlternativeReservation,
): Promise<readonly ReservedSeats[] | undefined> {
  try {
    return await tx.transaction(async (point) => {
      const result = await take(point)
      if (!result.ok) throw new NoRoom()
      return result.reserved
    })
  } catch (error) {
    if (error instanceof NoRoom) return undefined
    throw error
  }
}

/** The alternatives held for an offer now, or until just now, in order of time. */
export const findOpenAlternatives = (tx: Pick<Tx, 'select'>, claimId: number) =>
  tx
    .select()
    .from(rebookingAlternatives)
    .where(and(eq(rebookingAlternatives.claimId, claimId), eq(rebookingAlternatives.state, 'open')))
    .orderBy(asc(rebookingAlternatives.id))
