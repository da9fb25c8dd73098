import { desc, eq, sql } from 'drizzle-orm'
import { type Contest } from '#contract/contest.ts'
import { type DbOrTx } from '../db/client.ts'
import { upgrades } from '../db/schema/catalogue.ts'
import { contests, formEntries } from '../db/schema/forms.ts'

const MOST = 20

/** The contests of a brand, the one that closes last first; nothing of who entered. */
export async function listContests(db: DbOrTx, brandId: number, now: Date): Promise<Contest[]> {
  const drawn = sql<number>`(select count(*)::int from ${formEntries}
    where ${formEntries.contestId} = ${contests.id} and ${formEntries.prizeId} is not null)`
  const rows = await db
    .select({ contest: contests, prize: upgrades.name, drawn })
    .from(contests)
    .innerJoin(upgrades, eq(upgrades.id, contests.upgradeId))
    .where(eq(contests.brandId, brandId))
    .orderBy(desc(contests.closesAt), desc(contests.id))
    .limit(MOST)
  return rows.map(({ contest, prize, drawn }) => ({
    id: contest.id,
    brand_id: contest.brandId,
    name: contest.name,
    upgrade_id: contest.upgradeId,
    prize,
    winners: contest.winners,
    opens_at: contest.opensAt.toISOString(),
    closes_at: contest.closesAt.toISOString(),
    state: stateOf(contest, drawn, now),
  }))
}

function stateOf(
  { opensAt, closesAt, winners }: Pick<typeof contests.$inferSelect, 'opensAt' | 'closesAt' | 'winners'>,
  drawn: number,
  now: Date,
): Contest['state'] {
  if (now < opensAt) return 'coming'
  if (now < closesAt) return 'open'
  return drawn >= winners ? 'drawn' : 'closed'
}
