import { randomBytes } from 'node:crypto'
import { keyedHash } from '../gateways/keyed-hash.ts'
import { seal, unseal } from '../gateways/seal.ts'

interface StoredToken {
  tokenHash: string
  tokenSealed: Uint8Array
}

/**
 * What is kept of a passenger's link: a keyed hash to find it, sealed to show it to the buyer
 * again.
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

/** A sealed token copied to another passenger cannot be opened there. */
const useOf = (tokenHash: string) => `passenger:${tokenHash}`
