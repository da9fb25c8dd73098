import { serveStatic } from '@hono/node-server/serve-static'
import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node'
import { Hono } from 'hono'

export interface WebServerParts {
  /** `/v1`; absent when the shop runs alone. */
  api: ((request: Request, requestId: string, visitorAddress: string) => Promise<Response>) | undefined
  /** The compiled shop. */
  build: () => Promise<ServerBuild>
  loadContext: (requestId: string, visitorAddress: string) => AppLoadContext
  clientFolder: string
}

/** The one outer server: `/v1`, static files, then the shop. */
export function createWebServer(parts: WebServerParts) {
  const web = new Hono()
  const { api } = parts
  if (api) web.all('/v1/*', (c) => api(c.req.raw, crypto.randomUUID(), ''))
  web.use('*', serveStatic({ root: parts.clientFolder }))
  web.all('*', async (c) => {
    const handle = createRequestHandler(await parts.build(), 'production')
    return handle(c.req.raw, parts.loadContext(crypto.randomUUID(), ''))
  })
  return web
}
