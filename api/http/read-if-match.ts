import { type Context } from 'hono'

/** The ETag that the change requires. A weak tag and `*` are ignored. */
export function readIfMatch(c: Context): string | undefined {
  const sent = c.req.header('If-Match')?.trim()
  return sent !== undefined && /^"[^"]*"$/.test(sent) ? sent : undefined
}
