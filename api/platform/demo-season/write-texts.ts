import { eq } from 'drizzle-orm'
import { type WrittenTextName } from '#contract/written-text.ts'
import { users } from '../../db/schema/people.ts'
import { saveVersions } from '../../written-texts/save-version.ts'
import { type SeasonShop } from './season-shop.ts'

const DAY = 24 * 3_600_000
const OWNER = 'admin@example.com'

/** What the owner wrote during the season, the first version first. */
const WRITTEN: readonly { name: WrittenTextName; daysAgo: number; note: string; body: string }[] = [
  {
    name: 'mail-after-flight',
    daysAgo: 40,
    note: 'A word of thanks, as on the pad',
    body: 'Thank you for flying with {{brand}}.',
  },
  {
    name: 'mail-after-flight',
    daysAgo: 12,
    note: 'Says that we read every answer',
    body: 'Thank you for flying with {{brand}}. The crew of your flight reads what you write, all of it.',
  },
]

/** Gives a mail the owner's own words, so that the page of texts has a history. */
export async function writeTexts({ deps: { database }, endsAt }: SeasonShop): Promise<void> {
  const [owner] = await database.db.select({ id: users.id }).from(users).where(eq(users.email, OWNER))
  if (!owner) return
  for (const [at, { name, daysAgo, note, body }] of WRITTEN.entries()) {
    const brands = [1, 2].map((id) => ({ brand_id: id, version_was: at }))
    const by = { userId: owner.id, at: new Date(endsAt.getTime() - daysAgo * DAY) }
    // After a stop in between they are there already, and the words are refused.
    await saveVersions(database.db, { name, brands, title: '', summary: '', body, note }, by)
  }
}
