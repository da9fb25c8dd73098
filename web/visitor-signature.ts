import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { findKey, type KeyRing } from '#settings/key-ring.ts'

/**
 * The header with the address of the visitor for whom a shop calls its service; invalid without its
 * signature.
 */
export const VISITOR_HEADER = 'X-Visitor'

/**
 * How long a signature is valid: it allows for clock skew and limits the use of an intercepted
 * header.
 */
const GOOD_FOR_SECONDS = 5 * 60

interface SignedCall {
  method: string
  /** Cuts the path to its part from `/v1/` on, without the query. */
  path: string
}

/**
 * Returns the signed part of a request. A proxy may have removed a prefix of the path, so only the
 * part from `/v1/` counts.
 */
export function toSignedCall({ method, url }: Request): SignedCall {
  const { pathname } = new URL(url)
  return { method, path: pathname.slice(Math.max(0, pathname.indexOf('/v1/'))) }
}

/**
 * Returns `t=<seconds>;a=<address>;k=<key id>;s=<HMAC-SHA256>`. The signature also covers the call,
 * so that the header is invalid for any other call.
 */
export function signVisitor([newest]: KeyRing, address: string, call: SignedCall, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const signed = signature(newest.secret, seconds, address, call).toString('base64url')
  return `t=${String(seconds)};a=${address};k=${newest.id};s=${signed}`
}

/**
 * Returns the address that a shop with the shared secret signed; undefined for an invalid header.
 */
export function readVisitor(
  ring: KeyRing,
  header: string | undefined,
  call: SignedCall,
  now: Date,
): string | undefined {
  const [, seconds, address = '', id = '', signed = ''] =
    /^t=(\d{1,12});a=([\da-fA-F.:]{2,45});k=(\w{4});s=([\w-]{43})$/.exec(header ?? '') ?? []
  const key = findKey(ring, id)
  if (seconds === undefined || key === undefined || isIP(address) === 0) return undefined
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > GOOD_FOR_SECONDS) return undefined
  const expected = signature(key.secret, Number(seconds), address, call)
  const given = Buffer.from(signed, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected) ? address : undefined
}

function signature(secret: string, seconds: number, address: string, { method, path }: SignedCall): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['visitor', seconds, address, method, path]))
    .digest()
}
