import { createRequestHandler, type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { type ShopContext } from '#app/visit/shop-context.server.ts'
import { createPageHandler } from './page-handlers.ts'

/** The routes of a small shop, by id with path and parent. */
const ROUTES: [id: string, path: string | undefined, parentId?: string][] = [
  ['root', ''],
  ['home', undefined, 'root'],
  ['rest', '*', 'root'],
  ['product', 'product/:product', 'root'],
  ['gift', 'product/gift', 'root'],
  ['checkout', 'checkout/:product', 'root'],
  ['checkout-date', undefined, 'checkout'],
  ['checkout-pay', 'pay', 'checkout'],
  ['feed', 'blog/rss.xml', 'root'],
]

interface Rendered {
  manifest: ServerBuild['assets']
  staticHandlerContext: { matches: { route: { id: string }; params: object }[]; loaderData: object }
}

/** A build whose pages say which routes matched and what their loaders were given. */
function buildOf(handles: Record<string, unknown> = {}): ServerBuild {
  const render = (...[, status, headers, rendered]: [Request, number, Headers, Rendered]) => {
    const { matches, loaderData } = rendered.staticHandlerContext
    const matched = matches.map(({ route, params }) => [route.id, params])
    return Response.json({ matched, loaderData }, { status, headers })
  }
  const entries = ROUTES.map(([id, path, parentId]) => {
    const loader = ({ params, request }: LoaderFunctionArgs) => {
      if (id === 'feed') return new Response('feed')
      if (id === 'rest') throw new Response('none', { status: 404 })
      return { id, params, asked: request.url }
    }
    const module = { default: id === 'feed' ? undefined : () => null, loader, handle: handles[id] }
    return [id, { id, path, parentId, index: path === undefined, module }] as const
  })
  const shown = entries.map(([id, { path, parentId }]) => [id, { id, path, parentId, module: `/${id}.js` }])
  return {
    mode: 'production',
    entry: { module: { default: render } },
    routes: Object.fromEntries(entries),
    assets: {
      entry: { imports: [], module: '' },
      routes: Object.fromEntries(shown) as ServerBuild['assets']['routes'],
      url: '',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true } as ServerBuild['future'],
    isSpaMode: false,
  } as unknown as ServerBuild
}

const whole = createRequestHandler(buildOf(), 'production')
const handler = createPageHandler(buildOf())
const read = async (answer: Response) => ({
  status: answer.status,
  headers: [...answer.headers],
  text: await answer.text(),
})

test.each([
  '/',
  '/product/6',
  '/product/gift',
  '/product/gift/',
  '/Product/6',
  '/product/a%20b',
  '/checkout/6',
  '/checkout/6/pay?quantity=2',
  '/checkout/6/pay/more',
  '/blog/rss.xml',
  '/nowhere/at/all',
  '/checkout/6.data',
  '/_root.data',
  '/nowhere.data',
  '/__manifest?version=1&p=%2Fcheckout%2F6&p=%2Fproduct%2F6',
  '/__manifest?version=0&p=%2F',
])('%s is answered as by a handler of all routes, each time', async (path) => {
  const request = () => new Request(`http://shop.test${path}`)
  const expected = await read(await whole(request()))
  expect(await read(await handler(request()))).toEqual(expected)
  expect(await read(await handler(request()))).toEqual(expected)
})

test('a page knows the routes of its address and of those above it alone', async () => {
  const known: string[][] = []
  const build = buildOf()
  build.entry.module.default = (...[, , headers, { manifest }]) => {
    known.push(Object.keys(manifest.routes))
    return new Response('', { headers })
  }
  const handle = createPageHandler(build)
  for (const path of ['/checkout/6/pay', '/product/6', '/'])
    await handle(new Request(`http://shop.test${path}`))
  expect(known).toEqual([
    ['root', 'home', 'rest', 'checkout', 'checkout-date', 'checkout-pay'],
    ['root', 'home', 'rest', 'product'],
    ['root', 'home'],
  ])
})

test('one address after another has its own data', async () => {
  const text = async (path: string) => (await handler(new Request(`http://shop.test${path}`))).text()
  expect(await text('/product/6')).toContain('"product":"6"')
  expect(await text('/product/7')).toContain('"product":"7"')
  expect(await text('/product/6')).not.toContain('"product":"7"')
})

test('only pages that a script continues with hand their data to the framework', async () => {
  const handle = createPageHandler(
    buildOf({
      'checkout-pay': { hydrate: true },
      'checkout-date': () => ({ hydrate: true }),
      product: Object.assign(() => ({}), { hydrate: false }),
    }),
  )
  const ask = async (path: string) => {
    const unsentData = new Map<string, unknown>()
    const shop = { unsentData } as unknown as ShopContext
    const text = await (await handle(new Request(`http://shop.test${path}`), { shop })).text()
    return { text, unsent: [...unsentData], sendsNoData: shop.sendsNoData ?? false }
  }
  const plain = await ask('/product/6')
  expect(plain.text).toContain('"product":null')
  expect(plain.unsent.map(([id]) => id)).toEqual(['root', 'product'])
  expect(plain.unsent[1]?.[1]).toMatchObject({ id: 'product', params: { product: '6' } })
  expect(plain.sendsNoData).toBe(true)
  const continued = await ask('/checkout/6/pay')
  expect(continued.text).toContain('"id":"checkout-pay"')
  expect(continued.unsent).toEqual([])
  expect(continued.sendsNoData).toBe(false)
  expect((await ask('/checkout/6')).unsent).toEqual([])
  const alone = await ask('/product/6.data')
  expect(alone.text).toContain('"product"')
  expect(alone.unsent).toEqual([])
  expect(alone.sendsNoData).toBe(false)
  expect(await ask('/blog/rss.xml')).toMatchObject({ text: 'feed', sendsNoData: false })
  expect((await ask('/nowhere')).unsent.map(([id]) => id)).toEqual(['root'])
})
