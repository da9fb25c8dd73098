import { createHash } from 'node:crypto'
import { type Party, type SeatPick } from '#contract/party.ts'
import { type Tx } from '../db/client.ts'
import { passengerLinks } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { lockOrder } from '../store/orders/order.ts'
import { type FoundPassenger } from './find-passenger.ts'
import { makePassengerToken, openPassengerToken } from './make-passenger-links.ts'
import { findPartyOrder } from './party-link.ts'
import { findOpenParty } from './read-party.ts'

export type SeatPickResult =
  | { ok: true; link: string }
  | { ok: false; reason: 'party_link_ended' }
  /** Somebody else has it; the party as it is now. */
  | { ok: false; reason: 'seat_picked'; party: Party }

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock'>

/**
 * Gives the seat that a guest picked to their phone: the first one gets the guest's own link, and
 * everybody after that a refusal. The same press sent twice gets the same link.
 */
export const pickSeat = (deps: Deps, token: string, pick: SeatPick): Promise<SeatPickResult> =>
  deps.database.db.transaction((tx) => pickLocked(tx, deps, token, pick))

async function pickLocked(
  tx: Tx,
  deps: Deps,
  token: string,
  { passenger_id: passengerId, key }: SeatPick,
): Promise<SeatPickResult> {
  const ring = deps.settings.secrets.code
  const now = deps.clock.now()
  const known = await findPartyOrder(tx, ring, token)
  if (!known) return { ok: false, reason: 'party_link_ended' }
  const order = await lockOrder(tx, known.id)
  const found = await findOpenParty(tx, order, now)
  // The address may have been corrected while this waited for the lock.
  if (!found || order.email !== known.email) return { ok: false, reason: 'party_link_ended' }
  const pickedWith = createHash('sha256').update(key).digest('base64url')
  const mine = found.people.find(
    ({ passenger, link }) => passenger.id === passengerId && link?.pickedWith === pickedWith,
  )
  const picked = mine ?? found.free.find(({ passenger }) => passenger.id === passengerId)
  if (!picked) return { ok: false, reason: 'seat_picked', party: found.party }
  const { origin } = await readMailBrand(tx, deps.settings, order.brandId)
  const own = mine ? openLink(ring, mine) : await savePick(tx, deps, picked, pickedWith)
  return { ok: true, link: `${origin}/passengers/${own}` }
}

const openLink = (ring: Deps['settings']['secrets']['code'], { link }: FoundPassenger): string =>
  link ? openPassengerToken(ring, link) : ''

/** Marks the seat as picked, and returns the token of its link. */
async function savePick(
  tx: Tx,
  { settings, clock }: Deps,
  { passenger, link }: FoundPassenger,
  pickedWith: string,
): Promise<string> {
  const ring = settings.secrets.code
  const kept = link ?? makePassengerToken(ring)
  const pickedAt = clock.now()
  await tx
    .insert(passengerLinks)
    .values({
      passengerId: passenger.id,
      tokenHash: kept.tokenHash,
      tokenSealed: Buffer.from(kept.tokenSealed),
      madeAt: pickedAt,
      pickedAt,
      pickedWith,
    })
    .onConflictDoUpdate({ target: passengerLinks.passengerId, set: { pickedAt, pickedWith } })
  return openPassengerToken(ring, kept)
}
