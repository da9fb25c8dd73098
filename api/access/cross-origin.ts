import { type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/**
 * Allows pages of the configured origins to call `/v1` from a browser. Tokens come in a header, so
 * cookies are never allowed, and other origins get no CORS header.
 */
export const crossOrigin = (origins: readonly string[]): MiddlewareHandler =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'],
    exposeHeaders: ['ETag', 'Idempotent-Replayed', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
