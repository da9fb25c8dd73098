/** What a request asks for, by its path; few kinds, so that the figures of each stay readable. */
export type RequestKind =
  'page' | 'checkout' | 'staff' | 'service' | 'provider' | 'file' | 'sandbox' | 'health'

const KINDS: readonly [RequestKind, RegExp][] = [
  ['health', /^\/(?:healthz|readyz|metrics)$/],
  ['provider', /^\/v1\/(?:stripe\/webhooks$|twilio\/)/],
  ['service', /^\/v1\//],
  ['staff', /^\/(?:staff|pilot)(?:\/|$)/],
  ['checkout', /^\/checkout(?:\/|$)/],
  ['sandbox', /^\/sandbox\//],
  ['file', /\.\w{2,5}$/],
]

export const kindOfRequest = (path: string): RequestKind =>
  KINDS.find(([, paths]) => paths.test(path))?.[0] ?? 'page'
