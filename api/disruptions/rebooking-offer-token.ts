import { randomBytes } from 'node:crypto'
import { type KeyRing } from '#settings/key-ring.ts'
import { type DbOrTx } from '../db/client.ts'
import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { keyedHash, keyedHashes, seal, unseal } from '../gateways/sealed-text.ts'
import { inArray } from 'drizzle-orm'

export type RebookingOfferRow = typeof rebookingOffers.$inferSelect

/**
 * What is stored of an offer's link: a keyed hash to find it, and the sealed token for the buyer's
 * page and later mails.
 */
export function makeRebookingToken(ring: KeyRing): {
  token: string
  tokenHash: string
  tokenSealed: Buffer
} {
  const token = randomBytes(24).toString('hex')
  const tokenHash = keyedHash(ring, rebookingTokenUses.hash, token)
  return { token, tokenHash, tokenSealed: seal(ring, rebookingTokenUses.seal(tokenHash), token) }
}

export const openRebookingToken = (
  ring: KeyRing,
  { tokenHash, tokenSealed }: Pick<RebookingOfferRow, 'tokenHash' | 'tokenSealed'>,
): string => unseal(ring, rebookingTokenUses.seal(tokenHash), tokenSealed)

export async function findRebookingOfferByToken(
  db: DbOrTx,
  ring: KeyRing,
  token: string,
): Promise<RebookingOfferRow | undefined> {
  const [found] = await db
    .select()
    .from(rebookingOffers)
    .where(inArray(rebookingOffers.tokenHash, keyedHashes(ring, rebookingTokenUses.hash, token)))
  return found
}

/**
 * What a token is hashed and sealed for. The purpose binds a sealed token to its offer, so that a
 * copy in another row cannot be opened.
 */
export const rebookingTokenUses = {
  hash: 'reschedule claim',
  seal: (tokenHash: string) => `claim:${tokenHash}`,
} as const

/** The path of the shop's page; the brand decides the host. */
export const rebookingLink = (token: string) => `/reschedule-credits/${token}/claim`
