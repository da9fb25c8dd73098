import { desc, inArray } from 'drizzle-orm'
import { payouts } from '../../db/schema/payouts.ts'
import { type ApiDeps } from '../../deps.ts'
import { payoutStateOf } from '../../domain/money/payout-line.ts'
import { readPayout } from './read-payout.ts'

/** Banks send a payout back within days; a month leaves room for whoever does not look for long. */
const LOOK_BACK_MS = 35 * 24 * 3_600_000
const AT_MOST = 1000
const PAGE = 100

/**
 * Reads every payout we have not heard of, or not to its end: those of the last weeks, and all there ever were where none
 * is known. Oldest first.
 *
 * @returns how many were read
 * @throws the provider's error when it does not answer; what was read by then stays
 */
export async function catchUpPayouts(deps: ApiDeps): Promise<number> {
  const { db } = deps.database
  const [newest] = await db
    .select({ createdAt: payouts.createdAt })
    .from(payouts)
    .orderBy(desc(payouts.createdAt))
    .limit(1)
  const since = newest ? newest.createdAt.getTime() - LOOK_BACK_MS : 0
  const listed = await deps.stripe.payouts
    .list({ created: { gte: Math.floor(since / 1000) }, limit: PAGE })
    .autoPagingToArray({ limit: AT_MOST })
  if (listed.length >= AT_MOST) deps.log.error({ read: AT_MOST }, 'too many payouts to catch up with all')
  const known = await findKnown(deps, listed.map(({ id }) => id)) // prettier-ignore
  const unread = listed.filter(({ id, status }) => known.get(id) !== payoutStateOf(status)).reverse()
  for (const { id } of unread) await readPayout(deps, id)
  return unread.length
}

/** The state of each that is booked. */
async function findKnown({ database }: ApiDeps, references: string[]) {
  if (references.length === 0) return new Map<string, string>()
  const rows = await database.db
    .select({ reference: payouts.reference, state: payouts.state, bookedAt: payouts.bookedAt })
    .from(payouts)
    .where(inArray(payouts.reference, references))
  return new Map(rows.filter(({ bookedAt }) => bookedAt).map(({ reference, state }) => [reference, state]))
}
