import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { type ApiEnv } from '../http/http.ts'

/** The lists and rows of the catalogue, which every visitor reads. */
const CATALOGUE = new RegExp(
  [
    String.raw`^/v1/(?:brands|products|product_categories|fares|schedules`,
    String.raw`|terminals|upgrades|fees|campaigns|plans|roles)(?:/[^/]+)?$`,
  ].join(''),
)
const weakEtag = etag({ weak: true })

/**
 * Answers 304 to a caller whose copy of the catalogue is current. Staff see drafts, so caches must
 * keep their answers apart.
 */
export const publicEtag = createMiddleware<ApiEnv>(async (c, next) => {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!isRead || !CATALOGUE.test(c.req.path)) return next()
  const answer = await weakEtag(c, next)
  c.res.headers.set('Cache-Control', 'no-cache')
  c.res.headers.append('Vary', 'Authorization')
  return answer
})
