import { eq, inArray, min } from 'drizzle-orm'
import { payments } from '../../db/schema/money.ts'
import { payouts } from '../../db/schema/payouts.ts'
import { type ApiDeps } from '../../deps.ts'
import { toPayoutState } from '../../rules/bookkeeping/payout-line.ts'
import { readPayout } from './read-payout.ts'

/** The most payouts that the client reads of one list: one a day for twenty-seven years. */
const MAX_PAYOUTS = 10_000
const PAGE = 100

/**
 * Reads every payout since our first card payment that is unknown or incomplete, oldest first. A
 * failure of one does not stop the others.
 *
 * @returns how many were read
 * @throws the provider's error when it does not answer; payouts read before stay
 */
export async function recoverMissedPayouts(deps: ApiDeps): Promise<number> {
  const { db } = deps.database
  const [first] = await db
    .select({ at: min(payments.createdAt) })
    .from(payments)
    .where(eq(payments.method, 'online'))
  if (!first?.at) return 0
  const listed = await deps.stripe.payouts
    .list({ created: { gte: Math.floor(first.at.getTime() / 1000) }, limit: PAGE })
    .autoPagingToArray({ limit: MAX_PAYOUTS })
  if (listed.length >= MAX_PAYOUTS)
    deps.log.error({ read: MAX_PAYOUTS }, 'too many payouts to catch up with all')
  const known = await findKnown(
    deps,
    listed.map(({ id }) => id),
  )
  const unread = listed.filter(({ id, status }) => known.get(id) !== toPayoutState(status)).reverse()
  const failures: unknown[] = []
  for (const { id } of unread) await readPayout(deps, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return unread.length
}

/** The states of posted payouts. */
async function findKnown({ database }: ApiDeps, references: string[]) {
  if (references.length === 0) return new Map<string, string>()
  const rows = await database.db
    .select({ reference: payouts.reference, state: payouts.state, bookedAt: payouts.bookedAt })
    .from(payouts)
    .where(inArray(payouts.reference, references))
  return new Map(rows.filter(({ bookedAt }) => bookedAt).map(({ reference, state }) => [reference, state]))
}
