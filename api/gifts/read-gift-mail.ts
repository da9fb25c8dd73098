import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { giftShares } from '../db/schema/gifts.ts'
import { type mails } from '../db/schema/platform.ts'
import { waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { type GiftDepartureCancelled } from './gift-departure-cancelled-mail.ts'
import { type MailedGift } from './gift-mail.ts'
import { findWaitlistFlights } from '../waitlist/find-waitlist-flights.ts'
import { readGift } from './read-gift.ts'

type MailRow = Pick<typeof mails.$inferSelect, 'kind' | 'eventKey'>

/**
 * Mails that find their brand without an order: through the gift, or through the request for codes.
 */
export const isGiftMail = ({ kind }: Pick<MailRow, 'kind'>): boolean =>
  kind === 'gift' || kind === 'gift_called_off' || kind === 'own_codes'

export async function findGiftMailBrand(
  db: DbOrTx,
  { kind, eventKey }: MailRow,
): Promise<number | undefined> {
  const [, first = '', second = ''] = eventKey.split(':')
  if (kind === 'own_codes') return Number(second)
  const [share] = await db
    .select({ brandId: giftShares.brandId })
    .from(giftShares)
    .where(eq(giftShares.id, Number(first)))
  return share?.brandId
}

/**
 * The content of a gift's mail.
 * @throws when the gift was taken back or goes to another address
 */
export async function readGiftForMail(deps: ApiDeps, token: string): Promise<MailedGift> {
  const found = await readGift(deps, token)
  if (!found.ok || found.gift.taken_back) throw new Error('This gift is not given any more')
  return { gift: found.gift, token }
}

/**
 * The cancelled departure that was proposed with a gift, and whether the mail goes to its giver.
 */
export async function readGiftDepartureCancelled(
  deps: ApiDeps,
  { eventKey }: MailRow,
): Promise<GiftDepartureCancelled> {
  const { db } = deps.database
  const [, , offerId = '', who] = eventKey.split(':')
  const [offer] = await db
    .select()
    .from(waitlistOffers)
    .where(eq(waitlistOffers.id, Number(offerId)))
  const slotId = offer?.slotId ?? 0
  const flight = (await findWaitlistFlights(db, [slotId])).get(slotId)
  if (!flight) throw new Error('The day that was proposed is gone')
  return { flight, isForGiver: who === 'giver' }
}
