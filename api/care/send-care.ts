import { type CareOccasion, careOccasions } from '#contract/care.ts'
import { type Db } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { type DueCare, queueCare } from '../store/care/queue-care.ts'
import { findComingParties } from './find-coming-parties.ts'
import { findExpiringCards } from './find-expiring-cards.ts'
import { findExpiringGifts } from '../gifts/find-expiring-gifts.ts'
import { findFlownParties } from './find-flown-parties.ts'
import { findLateParties } from './find-late-parties.ts'

const BATCH = 50

type FindDue = (db: Db, now: Date, page: { limit: number }) => Promise<DueCare[]>

/** Who is due at a time, for each occasion: never who was written to, or whose brand is switched off. */
export const DUE_CARE: Readonly<Record<CareOccasion, FindDue>> = {
  before_flight: findComingParties,
  guests_late: findLateParties,
  after_flight: findFlownParties,
  gift_expiring: findExpiringGifts,
  card_expiring: findExpiringCards,
}

/**
 * Queues the messages that are due, each in a transaction of its own together with the row that
 * settles it: a killed job goes on where it stopped, and two at once queue each message once.
 */
export async function sendCare(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  for (const occasion of careOccasions) {
    const now = deps.clock.now()
    for (const due of await DUE_CARE[occasion](db, now, { limit: BATCH }))
      await db.transaction((tx) => queueCare(tx, deps, { occasion, due, now }))
  }
}
