import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { type ApiEnv } from '../http/http.ts'

/** What everybody reads, and reads again: lists and rows of the catalogue. */
const CATALOGUE = new RegExp(
  [
    String.raw`^/v1/(?:brands|products|product_categories|fares|schedules`,
    String.raw`|terminals|upgrades|fees|campaigns|plans|roles)(?:/[^/]+)?$`,
  ].join(''),
)
const weigh = etag({ weak: true })

/**
 * Answers 304 to whoever has the catalogue as it is. Staff see drafts, so a cache must not mix them
 * with others.
 */
export const publicEtag = createMiddleware<ApiEnv>(async (c, next) => {
  const asked = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!asked || !CATALOGUE.test(c.req.path)) return next()
  const answer = await weigh(c, next)
  c.res.headers.set('Cache-Control', 'no-cache')
  c.res.headers.append('Vary', 'Authorization')
  return answer
})
