import { type MiddlewareHandler } from 'hono'

/**
 * Refuses writes that another site makes a visitor's browser send (CSRF). Browsers send
 * `Sec-Fetch-Site` and `Origin`, neither of which a page can forge; a client that sends neither is
 * no browser and has no cookies of a visitor. Hosts are compared without their scheme, because
 * behind a proxy the connection to the server is plain HTTP.
 */
export function refuseCrossSite(): MiddlewareHandler {
  return async (c, next) => {
    const safe = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    if (safe || cameFromHere(c.req.header('Sec-Fetch-Site'), c.req.header('Origin'), c.req.url)) return next()
    return c.text('This form was sent from another site. Please open the page here and send it again.', 403)
  }
}

function cameFromHere(site: string | undefined, origin: string | undefined, url: string): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host
}
