import { z } from 'zod'

const SessionData = z.object({ token: z.string().optional() })

/**
 * The token for `/v1` that a visitor's session cookie carries: signed, not sealed; undefined when
 * it carries none.
 */
export function readSessionToken(cookie: string): string | undefined {
  const [body = ''] = decodeURIComponent(cookie).split('.')
  return SessionData.parse(JSON.parse(Buffer.from(body, 'base64').toString())).token
}
