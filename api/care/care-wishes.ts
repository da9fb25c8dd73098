import { eq } from 'drizzle-orm'
import { type CareOccasion, type CareWishes, type CareWishesFields } from '#contract/care.ts'
import { brands } from '../db/schema/brands.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import {
  readCareStopToken,
  readCareWishes,
  writeCareStop,
  writeCareWishes,
} from '../store/care/care-stops.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock'>
export type WishesFound =
  | { ok: true; wishes: CareWishes & { brand_id: number } }
  | { ok: false; reason: 'not_found' | 'care_unproven' }

/** Which messages of a brand the account wants. They go by its e-mail, as those without an account do. */
export async function findCareWishes(
  deps: Deps,
  { userId }: SignedInCaller,
  brandId: number,
): Promise<WishesFound> {
  const { db } = deps.database
  const [brand] = await db.select({ id: brands.id }).from(brands).where(eq(brands.id, brandId))
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!brand || !user) return { ok: false, reason: 'not_found' }
  const wishes = await readCareWishes(db, deps, { brandId, email: user.email })
  return { ok: true, wishes: { brand_id: brandId, ...wishes } }
}

/** Writes all answers of the account for a brand at once. */
export async function saveCareWishes(
  deps: Deps,
  caller: SignedInCaller,
  { brandId, wishes }: { brandId: number; wishes: CareWishesFields },
): Promise<WishesFound> {
  // Anybody can register with a stranger's address.
  if (!caller.emailProven) return { ok: false, reason: 'care_unproven' }
  const found = await findCareWishes(deps, caller, brandId)
  if (!found.ok) return found
  const now = deps.clock.now()
  await deps.database.db.transaction(async (tx) => {
    // Locked, so that the address does not change meanwhile.
    const [user] = await tx.select().from(users).where(eq(users.id, caller.userId)).for('update')
    if (user) await writeCareWishes(tx, deps, { brandId, email: user.email, wishes, now })
  })
  return findCareWishes(deps, caller, brandId)
}

export type StopSaved =
  | { ok: true; stop: { brand_id: number; occasion: CareOccasion; stopped: boolean } }
  | { ok: false; reason: 'care_link_bad' }

/** Switches the occasion that a mailed link names off for its address, or on again. */
export async function saveCareStop(
  deps: Deps,
  { token, stopped: isStopped }: { token: string; stopped: boolean },
): Promise<StopSaved> {
  const stop = readCareStopToken(deps, token)
  if (!stop) return { ok: false, reason: 'care_link_bad' }
  const { brandId, occasion } = stop
  await writeCareStop(deps.database.db, stop, { isStopped, now: deps.clock.now() })
  return { ok: true, stop: { brand_id: brandId, occasion, stopped: isStopped } }
}
