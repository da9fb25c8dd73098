import { and, desc, eq } from 'drizzle-orm'
import { type WaitlistOfferPreview } from '#contract/waitlist.ts'
import { type Tx } from '../db/client.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { mails } from '../db/schema/platform.ts'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { type AuditBy } from '../store/write-audit.ts'
import { type HandOffer, type HandOffered, writeHandOffer } from './offer-by-hand.ts'
import { waitlistOfferMail } from './waitlist-offer-mail.ts'

type Previewed =
  { ok: true; preview: WaitlistOfferPreview } | { ok: false; reason: (HandOffered & { ok: false })['reason'] }

/** Rolls the offer back. */
class PreviewOnly extends Error {}

/**
 * The mail of an offer by hand, before it is made: the offer is written with its mail and rolled back, so
 * that the preview knows the seats, the pounds and the end of the hold, and is refused where the offer
 * would be. Nobody can use the links of the mail, so they are left out.
 */
export async function previewHandOffer(
  deps: ApiDeps,
  entryId: number,
  offer: HandOffer,
  by: AuditBy,
): Promise<Previewed> {
  let previewed: Previewed | undefined
  try {
    await retryDeadlocks(() =>
      deps.database.db.transaction(async (tx) => {
        const offered = await writeHandOffer(tx, deps, { entryId, offer, by })
        previewed = offered.ok ? { ok: true, preview: await composeOffer(tx, deps, entryId) } : offered
        throw new PreviewOnly()
      }),
    )
  } catch (error) {
    if (!(error instanceof PreviewOnly)) throw error
  }
  if (!previewed) throw new Error(`The offer to entry ${String(entryId)} was not previewed`)
  return previewed
}

async function composeOffer(tx: Tx, deps: ApiDeps, entryId: number): Promise<WaitlistOfferPreview> {
  const [written] = await tx
    .select({ offer: waitlistOffers, entry: waitlistEntries, mail: mails })
    .from(waitlistOffers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .innerJoin(mails, and(eq(mails.kind, 'waitlist_offer'), eq(mails.subjectId, waitlistOffers.id)))
    .where(eq(waitlistOffers.entryId, entryId))
    .orderBy(desc(waitlistOffers.id))
    .limit(1)
  if (!written) throw new Error(`The offer to entry ${String(entryId)} has no mail`)
  const { offer, entry, mail } = written
  const brand = await readMailBrand(tx, deps.settings, entry.brandId)
  const inside = { ...deps, database: { ...deps.database, db: tx } }
  const composed = await waitlistOfferMail.write(inside, mail, brand)
  if (!composed) throw new Error(`The offer to entry ${String(entryId)} says nothing`)
  return {
    to: entry.email,
    subject: composed.subject,
    text: composed.text.replace(/: https?:\/\/\S+\/waitlist\/\S+/g, ' (a link of their own)'),
    quantity: offer.quantity,
    expires_at: offer.expiresAt.toISOString(),
  }
}
