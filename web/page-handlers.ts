import {
  createRequestHandler,
  data,
  type LoaderFunction,
  type RequestHandler,
  type ServerBuild,
} from '@remix-run/node'
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
 * address against all its routes, several times for each request (decision 110). The framework also
 * writes the data of each page for its script; pages without the script keep theirs back.
 */
export function createPageHandler(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, 'production')
  const tree = toTree(build)
  const byRoutes = new Map<string, RequestHandler>()
  const byAddress = new Map<string, RequestHandler>()

  function findHandler(pathname: string, asksForData: boolean): RequestHandler {
    const matched = matchRoutes(tree, pathname)
    // Without a page the answer depends on all routes.
    if (!matched) return whole
    const ids = new Set(
      [pathname, ...pathsAbove(pathname)].flatMap(
        (path) => matchRoutes(tree, path)?.flatMap(({ route }) => route.id ?? []) ?? [],
      ),
    )
    const name = [...ids].toSorted().join(' ') + (asksForData ? ' data' : '')
    const known = byRoutes.get(name)
    if (known) return known
    const own = withRoutes(build, ids)
    const handler = createRequestHandler(
      asksForData || mayHydrate(own) ? own : keepBackData(own),
      'production',
    )
    byRoutes.set(name, handler)
    return handler
  }

  return (request, context) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.startsWith('/__') || searchParams.has('_data')) return whole(request, context)
    const handler = byAddress.get(pathname) ?? findHandler(pagePath(pathname), pathname.endsWith('.data'))
    if (pathname.length <= LONGEST_ADDRESS) {
      byAddress.set(pathname, handler)
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

/**
 * Whether the framework's script may continue with one of the pages. A handle that is a function decides
 * by the page's data, unless it says `hydrate: false` of itself.
 */
const mayHydrate = ({ routes }: ServerBuild): boolean =>
  Object.values(routes).some((route) => {
    const handle: unknown = route?.module.handle
    const isFunction = typeof handle === 'function'
    if (!isFunction && (typeof handle !== 'object' || handle === null)) return false
    return 'hydrate' in handle ? handle.hydrate !== false : isFunction
  })

/** The build whose loaders leave their data in the context, where the rendering finds it. */
function keepBackData(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const loader = route?.module.loader
    return [
      id,
      // What is no page decides itself what it sends.
      route?.module.default && loader
        ? { ...route, module: { ...route.module, loader: keepBack(id, loader) } }
        : route,
    ]
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}

function keepBack(id: string, loader: LoaderFunction): LoaderFunction {
  return async (asked) => {
    const { shop } = asked.context
    if (shop) shop.sendsNoData = true
    const loaded: unknown = await loader(asked)
    const kept = shop?.unsentData
    if (!kept || loaded instanceof Response) return loaded
    const withHeaders = isDataWithHeaders(loaded)
    kept.set(id, withHeaders ? loaded.data : loaded)
    return withHeaders ? data(null, loaded.init ?? undefined) : null
  }
}

/** What `data()` makes, as the framework itself tells it. */
const isDataWithHeaders = (loaded: unknown): loaded is ReturnType<typeof data> =>
  typeof loaded === 'object' &&
  loaded !== null &&
  'type' in loaded &&
  loaded.type === 'DataWithResponseInit' &&
  'data' in loaded &&
  'init' in loaded

function toTree({ routes }: Pick<ServerBuild, 'routes'>, parentId?: string): RouteObject[] {
  const own = Object.values(routes).filter((route) => route !== undefined && route.parentId === parentId)
  return own.map(({ id, path, index, caseSensitive }) =>
    index
      ? { id, path, index: true, caseSensitive }
      : { id, path, caseSensitive, children: toTree({ routes }, id) },
  )
}
