import { type WaitlistEntry } from '#contract/waitlist.ts'
import { type DbOrTx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { type EntryRow, findOpenOffer, findWaitlistEntry } from './find-waitlist-entry.ts'
import { findWaitlistFlights } from './find-waitlist-flights.ts'

type Found = { ok: true; entry: WaitlistEntry } | { ok: false; reason: 'not_found' }

/** An entry as the page behind its mailed link shows it. */
export async function readWaitlistEntry(deps: ApiDeps, token: string): Promise<Found> {
  const { db } = deps.database
  const found = await findWaitlistEntry(db, token)
  const flight = found && (await findWaitlistFlights(db, [found.slotId])).get(found.slotId)
  if (!flight) return { ok: false, reason: 'not_found' }
  const { quantityType: quantity_type, quantity } = found
  const now = deps.clock.now()
  return { ok: true, entry: { status: await statusAt(db, found, now), quantity_type, quantity, flight } }
}

/**
 * The status at this moment: an offer whose time is over has lapsed, even before a job marks it.
 */
async function statusAt(db: DbOrTx, entry: EntryRow, now: Date): Promise<EntryRow['status']> {
  if (entry.status !== 'offered') return entry.status
  const offer = await findOpenOffer(db, entry.id)
  return offer && offer.expiresAt > now ? 'offered' : 'lapsed'
}
