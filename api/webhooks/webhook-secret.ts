import { randomBytes } from 'node:crypto'
import { type ApiDeps } from '../deps.ts'
import { seal, unseal } from '../gateways/sealed-text.ts'

/** What the secret of an endpoint is sealed for. */
export const WEBHOOK_SECRET_USE = 'webhook-secret'
type Settings = ApiDeps['settings']

/** A new secret of 256 random bits, in the clear and sealed for storage. */
export function newSecret({ secrets }: Settings): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`
  return { secret, sealed: seal(secrets.code, WEBHOOK_SECRET_USE, secret) }
}

export const openSecret = ({ secrets }: Settings, sealed: Uint8Array): string =>
  unseal(secrets.code, WEBHOOK_SECRET_USE, sealed)
