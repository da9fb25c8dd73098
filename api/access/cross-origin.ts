import { type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/**
 * Lets pages of the origins that are set call `/v1` from a browser. Tokens come in a header, so no
 * cookie is ever allowed along, and an origin that is not set gets no header at all.
 */
export const crossOrigin = (origins: readonly string[]): MiddlewareHandler =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'],
    exposeHeaders: ['ETag', 'Idempotent-Replayed', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
