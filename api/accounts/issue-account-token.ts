import { createHash, randomBytes } from 'node:crypto'
import { type Tx } from '../db/client.ts'
import { accountTokens } from '../db/schema/people.ts'

/** What a mailed link is for; a token works for its own purpose only. */
export type TokenPurpose = 'set_password' | 'prove_email' | 'change_email'

/** The stored hash of a token, which has 256 random bits, so that a plain hash is enough. */
export function hashAccountToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Makes a single-use token for a mailed link.
 *
 * @param lifetimeMs how long the link works
 * @returns the secret itself, which is kept nowhere, and the id of its row
 */
export async function issueAccountToken(
  tx: Tx,
  request: {
    userId: number
    purpose: TokenPurpose
    lifetimeMs: number
    now: Date
    /** Origin of the shop the link leads to. */
    shopOrigin: string
    /** The new address, when the link changes the account's e-mail. */
    newEmail?: string | undefined
  },
): Promise<{ token: string; id: number }> {
  const token = randomBytes(32).toString('base64url')
  const { userId, purpose, lifetimeMs, now, shopOrigin, newEmail } = request
  const [row] = await tx
    .insert(accountTokens)
    .values({
      userId,
      purpose,
      tokenHash: hashAccountToken(token),
      newEmail: newEmail ?? null,
      shopOrigin,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    })
    .returning({ id: accountTokens.id })
  if (!row) throw new Error('The account token was not written')
  return { token, id: row.id }
}
