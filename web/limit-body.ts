import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'

/**
 * Refuses bodies larger than `maxSize` bytes with 413. A request without a length (chunked, or a
 * DELETE without a body) is rebuilt first, because the limit copies the request and the server's
 * own kind of request cannot be copied. Where the length allows an answer, the body is not touched,
 * because that makes a whole request of the platform's kind.
 */
export function limitBody(maxSize: number) {
  const limit = bodyLimit({
    maxSize,
    onError: (c) => c.json({ error: 'The request is too large.', code: 'too_large' }, 413),
  })
  return createMiddleware(async (c, next) => {
    const { raw } = c.req
    if (raw.method === 'GET' || raw.method === 'HEAD') return next()
    const told = raw.headers.has('content-length') && !raw.headers.has('transfer-encoding')
    if (told && Number(raw.headers.get('content-length')) <= maxSize) return next()
    if (!told && raw.body) {
      const { method, headers, body } = raw
      c.req.raw = new Request(raw.url, { method, headers, body, ...{ duplex: 'half' } })
    }
    return limit(c, next)
  })
}
