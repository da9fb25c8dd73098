import { eq } from 'drizzle-orm'
import { type WrittenTextName } from '#contract/written-text.ts'
import { users } from '../../db/schema/people.ts'
import { addDays, instantOf, toLocalDate } from '../../rules/time/local-time.ts'
import { saveDrafts } from '../../written-texts/save-draft.ts'
import { saveVersions } from '../../written-texts/save-version.ts'
import { ZONE } from './plan-bookings.ts'
import { type SeasonShop } from './season-shop.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Of a mail. */
const ONLY_BODY = { title: '', summary: '', sign_again: false } as const
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

/** What the owner is writing: words that wait for their time, and some that are not done. */
const UNPUBLISHED: readonly {
  name: WrittenTextName
  hoursAgo: number
  daysAhead: number | null
  note: string
  body: string
}[] = [
  {
    name: 'mail-before-flight',
    hoursAgo: 30,
    daysAhead: 9,
    note: 'The other car park, from the day on which it opens',
    body: 'The car park is on the other side of the heliport now: two minutes on foot, and free for guests.',
  },
  {
    name: 'mail-gift-expiring',
    hoursAgo: 3,
    daysAhead: null,
    note: '',
    body: 'There is time left to fly with {{brand}}. Mornings have the clearest',
  },
]

/** Gives mails the owner's own words, so that the page of texts has a history, a plan and a draft. */
export async function writeTexts({ deps: { database }, endsAt }: SeasonShop): Promise<void> {
  const [owner] = await database.db.select({ id: users.id }).from(users).where(eq(users.email, OWNER))
  if (!owner) return
  for (const [at, { name, daysAgo, note, body }] of WRITTEN.entries()) {
    const brands = [1, 2].map((id) => ({ brand_id: id, version_was: at }))
    const by = { userId: owner.id, at: new Date(endsAt.getTime() - daysAgo * DAY) }
    // After a stop in between they are there already, and the words are refused.
    await saveVersions(database.db, { name, brands, ...ONLY_BODY, body, note }, by)
  }
  for (const { name, hoursAgo, daysAhead, note, body } of UNPUBLISHED) {
    const by = { userId: owner.id, at: new Date(endsAt.getTime() - hoursAgo * HOUR) }
    const at = daysAhead === null ? null : nextMidnight(endsAt, daysAhead)
    const brands = [{ brand_id: 1, version_was: 0, draft_was: 0 }]
    await saveDrafts(database.db, { name, brands, ...ONLY_BODY, body, note, publish_at: at }, by)
  }
}

/** The beginning of a day some days ahead, by the clock of the demo's brands. */
const nextMidnight = (from: Date, days: number): string =>
  instantOf(addDays(toLocalDate(from, ZONE), days), '00:00', ZONE).toISOString()
