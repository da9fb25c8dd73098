import { eq } from 'drizzle-orm'
import { type WaitlistFlight } from '#contract/waitlist.ts'
import { type DbOrTx } from '../db/client.ts'
import { type mails } from '../db/schema/platform.ts'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { unseal } from '../gateways/seal.ts'
import { findWaitlistFlights } from './find-waitlist-flights.ts'
import { ENTRY_SECRET_USE } from '../gateways/link-secret.ts'

type MailRow = Pick<typeof mails.$inferSelect, 'id' | 'kind' | 'eventKey'>

export const isWaitlistMail = ({ kind }: Pick<MailRow, 'kind'>): boolean => kind.startsWith('waitlist_')

/** What a mail about the waitlist says. */
export interface WaitlistMailFacts {
  flight: WaitlistFlight
  quantityType: 'seat' | 'flight'
  quantity: number
  /** Of the link to leave the line. */
  entryToken: string
  /** Of the offer, where the mail is about one. */
  offer: { expiresAt: Date; over: boolean } | undefined
}

/** The brand whose list it is. */
export async function findWaitlistMailBrand(db: DbOrTx, mail: MailRow): Promise<number | undefined> {
  return (await findSubject(db, mail))?.entry.brandId
}

/** @throws when what the mail speaks of is gone */
export async function readWaitlistMail(deps: ApiDeps, mail: MailRow): Promise<WaitlistMailFacts> {
  const { db } = deps.database
  const found = await findSubject(db, mail)
  const flight = found && (await findWaitlistFlights(db, [found.entry.slotId])).get(found.entry.slotId)
  if (!flight) throw new Error(`Mail ${String(mail.id)} speaks of no departure`)
  const { entry, offer } = found
  const { quantityType, quantity } = offer ?? entry
  return {
    flight,
    quantityType,
    quantity,
    entryToken: unseal(deps.settings.secrets.code, ENTRY_SECRET_USE, entry.tokenSealed),
    offer: offer && {
      expiresAt: offer.expiresAt,
      over: offer.state !== 'open' || offer.expiresAt <= deps.clock.now(),
    },
  }
}

async function findSubject(db: DbOrTx, { kind, eventKey }: MailRow) {
  const id = Number(eventKey.split(':')[1])
  if (kind !== 'waitlist_offer') {
    const [entry] = await db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id))
    return entry && { entry, offer: undefined }
  }
  const [found] = await db
    .select({ entry: waitlistEntries, offer: waitlistOffers })
    .from(waitlistOffers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .where(eq(waitlistOffers.id, id))
  return found
}
