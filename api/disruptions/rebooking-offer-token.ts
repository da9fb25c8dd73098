import { randomBytes } from 'node:crypto'
import { type DbOrTx } from '../db/client.ts'
import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { keyedHash, seal, unseal } from '../gateways/sealed-text.ts'
import { eq } from 'drizzle-orm'

export type RebookingOfferRow = typeof rebookingOffers.$inferSelect

/**
 * What is stored of an offer's link: a keyed hash to find it, and the sealed token for the buyer's
 * page and later mails.
 */
export function makeRebookingToken(secret: string): {
  token: string
  tokenHash: string
  tokenSealed: Buffer
} {
  const token = randomBytes(24).toString('hex')
  const tokenHash = hashClaimToken(secret, token)
  return { token, tokenHash, tokenSealed: seal(secret, useOf(tokenHash), token) }
}

export const openRebookingToken = (
  secret: string,
  { tokenHash, tokenSealed }: Pick<RebookingOfferRow, 'tokenHash' | 'tokenSealed'>,
): string => unseal(secret, useOf(tokenHash), tokenSealed)

export async function findRebookingOfferByToken(
  db: DbOrTx,
  secret: string,
  token: string,
): Promise<RebookingOfferRow | undefined> {
  const [found] = await db
    .select()
    .from(rebookingOffers)
    .where(eq(rebookingOffers.tokenHash, hashClaimToken(secret, token)))
  return found
}

const hashClaimToken = (secret: string, token: string) => keyedHash(secret, 'reschedule claim', token)

/**
 * The purpose binds a sealed token to its offer, so that a copy in another row cannot be opened.
 */
const useOf = (tokenHash: string) => `claim:${tokenHash}`

/** The path of the shop's page; the brand decides the host. */
export const rebookingLink = (token: string) => `/reschedule-credits/${token}/claim`
