import { randomBytes } from 'node:crypto'
import { type ApiDeps } from '../deps.ts'
import { seal, unseal } from '../gateways/sealed-text.ts'

const USE = 'webhook-secret'
type Settings = ApiDeps['settings']

/** A new secret of 256 random bits, in the clear and sealed for storage. */
export function newSecret({ secrets }: Settings): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`
  return { secret, sealed: seal(secrets.code, USE, secret) }
}

export const openSecret = ({ secrets }: Settings, sealed: Uint8Array): string =>
  unseal(secrets.code, USE, sealed)
