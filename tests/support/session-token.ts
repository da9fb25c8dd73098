import { z } from 'zod'

const SessionData = z.object({ token: z.string().optional() })

/**
 * Returns the `/v1` token in a visitor's session cookie, which is signed and not encrypted;
 * undefined without one.
 */
export function readSessionToken(cookie: string): string | undefined {
  const [body = ''] = decodeURIComponent(cookie).split('.')
  return SessionData.parse(JSON.parse(Buffer.from(body, 'base64').toString())).token
}
