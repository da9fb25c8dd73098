import { randomBytes } from 'node:crypto'
import { keyedHash } from '../gateways/keyed-hash.ts'
import { seal, unseal } from '../gateways/seal.ts'

interface StoredToken {
  tokenHash: string
  tokenSealed: Uint8Array
}

/**
 * What is stored of a passenger's link: a keyed hash to find it, and the sealed token to show it to
 * the buyer again.
 */
export function makePassengerToken(secret: string): { tokenHash: string; tokenSealed: Buffer } {
  const token = randomBytes(24).toString('hex')
  const tokenHash = hashPassengerToken(secret, token)
  return { tokenHash, tokenSealed: seal(secret, useOf(tokenHash), token) }
}

export const hashPassengerToken = (secret: string, token: string) =>
  keyedHash(secret, 'passenger link', token)

export const openPassengerToken = (secret: string, { tokenHash, tokenSealed }: StoredToken) =>
  unseal(secret, useOf(tokenHash), tokenSealed)

/** The purpose binds a sealed token to its row, so that a copy in another row cannot be opened. */
const useOf = (tokenHash: string) => `passenger:${tokenHash}`
