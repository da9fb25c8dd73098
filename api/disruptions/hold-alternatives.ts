import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { claimAlternatives } from '../db/schema/departure-cancellations.ts'
import { type ApiDeps } from '../deps.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { holdForClaim, lapseClaimSeats } from '../seats/hold-seats-for-rebooking.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'
import { findOrMakeSlot, type TakenSeats, takeSeats } from '../slots/slot-store.ts'
import { type AlternativeSlot } from './find-alternatives.ts'
import { type ClaimParty } from '../seats/find-slot-party.ts'

/** How many are kept for one claim at a time. */
export const KEPT = 3
/**
 * How many more are tried where the first do not take the party's weight, or were sold meanwhile.
 */
const SPARE = 3

/**
 * Keeps seats for a claim on the first few departures that take the whole party, through the one
 * function that takes seats. The claim's order must be locked, no slot yet.
 */
export async function holdAlternatives(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings'>,
  {
    claimId,
    party,
    found,
    now,
  }: { claimId: number; party: ClaimParty; found: readonly AlternativeSlot[]; now: Date },
): Promise<void> {
  const tried = []
  for (const one of found.slice(0, KEPT + SPARE))
    tried.push({ ...one, times: await findOrMakeSlot(tx, one.slot) })
  const ids = tried.map(({ times }) => times.id)
  const locked = await lockSlotRows(tx, ids)
  await releaseLapsedHolds(tx, ids, now)
  let kept = 0
  for (const { times, salesCloseAt, aircraft } of tried) {
    if (kept === KEPT) return
    const slot = { ...times, ...locked.find(({ id }) => id === times.id) }
    const taken = await takeWhole(tx, (point) => takeSeats(point, slot, party, { candidates: aircraft, now }))
    if (!taken) continue
    kept += 1
    const end = addMinutes(now, deps.settings.claimHoldHours * 60)
    const expiresAt = end < salesCloseAt ? end : salesCloseAt
    const [written] = await tx
      .insert(claimAlternatives)
      .values({ claimId, slotId: slot.id, state: 'open', expiresAt, createdAt: now })
      .returning({ id: claimAlternatives.id })
    if (!written) throw new Error('The alternative was not written')
    await holdForClaim(tx, written.id, taken, { kind: party.kind, expiresAt, now })
  }
}

type Take = (point: Tx) => ReturnType<typeof takeSeats>

/** Undoes what was taken of a party that does not fit whole. */
class NoRoom extends Error {}

async function takeWhole(tx: Tx, take: Take): Promise<readonly TakenSeats[] | undefined> {
  try {
    return await tx.transaction(async (point) => {
      const result = await take(point)
      if (!result.ok) throw new NoRoom()
      return result.taken
    })
  } catch (error) {
    if (error instanceof NoRoom) return undefined
    throw error
  }
}

/** What is kept for a claim right now, or was until just now, in the order of time. */
export const findOpenAlternatives = (tx: Pick<Tx, 'select'>, claimId: number) =>
  tx
    .select()
    .from(claimAlternatives)
    .where(and(eq(claimAlternatives.claimId, claimId), eq(claimAlternatives.state, 'open')))
    .orderBy(asc(claimAlternatives.id))

/**
 * What is kept for claims is free again. Their orders must be locked, and slots, if any, before.
 */
export async function dropAlternatives(tx: Tx, claimIds: readonly number[], now: Date): Promise<void> {
  if (claimIds.length === 0) return
  const dropped = await tx
    .update(claimAlternatives)
    .set({ state: 'over' })
    .where(and(inArray(claimAlternatives.claimId, [...claimIds]), eq(claimAlternatives.state, 'open')))
    .returning({ id: claimAlternatives.id })
  await lapseClaimSeats(
    tx,
    dropped.map(({ id }) => id),
    now,
  )
}
