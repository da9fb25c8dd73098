import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'

type RouteObject = Parameters<typeof matchRoutes>[0][number]

/** The number of addresses whose handler is remembered; the address is the visitor's input. */
const MOST_ADDRESSES = 5000
const LONGEST_ADDRESS = 200

/** The path of the page that a request for data alone is about (`/product/6.data`). */
const pagePath = (pathname: string) => pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')

/** `/a/b/c` → `/a/b`, `/a`, `/` */
function pathsAbove(pathname: string): string[] {
  const segments = pathname.split('/').filter(Boolean)
  return segments.map((_, index) => `/${segments.slice(0, index).join('/')}`)
}

/**
 * Creates a handler for all pages of the build. Each page is answered by a handler of its own,
 * which knows only the routes of its address and of the addresses above it: the framework matches an
 * address against all its routes, several times for each request (decision 110).
 */
export function createPageHandler(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, 'production')
  const tree = toTree(build)
  const byRoutes = new Map<string, RequestHandler>()
  const byAddress = new Map<string, RequestHandler>()

  function findHandler(pathname: string): RequestHandler {
    const matched = matchRoutes(tree, pathname)
    // Without a page the answer depends on all routes.
    if (!matched) return whole
    const ids = new Set(
      [pathname, ...pathsAbove(pathname)].flatMap(
        (path) => matchRoutes(tree, path)?.flatMap(({ route }) => route.id ?? []) ?? [],
      ),
    )
    const name = [...ids].toSorted().join(' ')
    const handler = byRoutes.get(name) ?? createRequestHandler(withRoutes(build, ids), 'production')
    byRoutes.set(name, handler)
    return handler
  }

  return (request, context) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.startsWith('/__') || searchParams.has('_data')) return whole(request, context)
    const path = pagePath(pathname)
    const handler = byAddress.get(path) ?? findHandler(path)
    if (path.length <= LONGEST_ADDRESS) {
      byAddress.set(path, handler)
      if (byAddress.size > MOST_ADDRESSES) byAddress.delete(byAddress.keys().next().value ?? '')
    }
    return handler(request, context)
  }
}

/** The build with some of its routes, in the same order, so that the same one of them matches. */
function withRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const pick = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  }
}

function toTree({ routes }: Pick<ServerBuild, 'routes'>, parentId?: string): RouteObject[] {
  const own = Object.values(routes).filter((route) => route !== undefined && route.parentId === parentId)
  return own.map(({ id, path, index, caseSensitive }) =>
    index
      ? { id, path, index: true, caseSensitive }
      : { id, path, caseSensitive, children: toTree({ routes }, id) },
  )
}
