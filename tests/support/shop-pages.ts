import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pino from 'pino'
import { type z } from 'zod'
import { type ServerBuild } from '@remix-run/node'
import { readSnapshot } from '#api/db/read-snapshot.ts'
import { commitSession, getSession } from '#app/visit/session.server.ts'
import { createVersionReader, withQuarter } from '../../web/ask-version.ts'
import { type CallFacts } from '../../web/call-facts.ts'
import { createShopHandler } from '../../web/shop-handler.ts'
import { type TestApi } from './test-api.ts'

const ROUTES = resolve(import.meta.dirname, '../../app/routes')

/** An address of the shop: `account/orders/:order`. */
export interface ShopRoute {
  file: string
  path: string
  /** The page also takes POST. */
  sends: boolean
}

/** A page as the server sends it, without a browser. */
export interface Page {
  status: number
  headers: Headers
  location: string | null
  html: string
  bytes: Buffer
}

/** One browser's cookies, without scripts. */
export interface Browser {
  get(path: string, method?: 'GET' | 'HEAD'): Promise<Page>
  /** Sends a form as a page of the shop would; one with files is multipart. */
  post(
    path: string,
    form: Record<string, string> | [name: string, value: string][] | FormData,
    headers?: Record<string, string>,
  ): Promise<Page>
  logIn(email: string, password: string): Promise<Page>
}

export interface ShopPages {
  routes: ShopRoute[]
  /** What the pages have asked of the service until now: `GET /v1/products`. */
  calls: readonly string[]
  /**
   * @param who is logged in: a token, and whether it is a guest's
   * @param origin the brand's own address; the shop's first one by default
   */
  browser(who?: { token: string; guest?: boolean }, origin?: string): Promise<Browser>
}

/**
 * Returns a file's address by the framework's convention: `_index` is nothing, `$order_` a
 * parameter, `[.]` a dot.
 */
function pathOf(file: string): string {
  const name = file.replace(/\.tsx?$/, '').replaceAll('[.]', '\u0000')
  const parts = name.split('.').filter((part) => part !== '_index')
  return parts
    .map((part) => (part === '$' ? '*' : part.replace(/^\$/, ':').replace(/_$/, '')))
    .join('/')
    .replaceAll('\u0000', '.')
}

/**
 * The shop's pages in this process, over the service of a test: every route module as it is,
 * rendered as in production. What only a browser or the outer server does (scripts, style sheets,
 * the page cache) is missing.
 *
 * @param makesEach no page of the desk is sent a second time, so that what each costs can be counted
 */
export async function openShopPages(
  shop: Pick<TestApi, 'deps' | 'api'>,
  { makesEach = false } = {},
): Promise<ShopPages> {
  const files = routeFiles()
  const build = await loadShop()
  const calls: string[] = []
  const askApi = (request: Request, facts?: CallFacts) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`)
    return shop.api.fetch(request, { ...facts, visitorAddress: '203.0.113.9' })
  }
  const askVersion = withQuarter(createVersionReader(askApi, 'http://v1.internal'))
  const { database, clock } = shop.deps
  const handler = createShopHandler({
    // Each shop gets a copy of the modules, because they cache the brands.
    settings: { ...shop.deps.settings },
    log: pino({ level: 'silent' }),
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    api: { fetch: askApi },
    build: () => Promise.resolve(build),
    askVersion,
    onUnchecked: checkAndFreeze,
    desk: makesEach
      ? undefined
      : {
          readSnapshot: () => readSnapshot(database.db),
          askVersion,
          // Some of what pages tell follows the service's clock, and some the machine's.
          clock: () => clock.now().getTime() + Date.now(),
        },
  })
  const routes = files.map((file) => {
    const route = build.routes[`routes/${file.replace(/\.tsx?$/, '')}`]
    return { file, path: route?.path ?? '', sends: route?.module.action !== undefined }
  })
  const { settings } = shop.deps
  const ask = (request: Request) => handler(request, { visitorAddress: '203.0.113.9', requestId: 'test' })
  return {
    routes,
    calls,
    browser: async (who, origin = settings.publicUrl) => {
      const session = await getSession(new Request(settings.publicUrl), { settings })
      if (who) session.set('token', who.token)
      if (who?.guest) session.set('guest', 'guest@example.com ')
      const cookie = who ? await commitSession(session, { settings }) : ''
      return openBrowser(origin, cookie, ask)
    },
  }
}

/** Pages take such a value unchecked and share it with others: it fits its schema, and no page changes it. */
function checkAndFreeze(value: unknown, schema: z.ZodType): void {
  schema.parse(value)
  freeze(value)
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  Object.values(value).forEach(freeze)
}

const routeFiles = () =>
  readdirSync(ROUTES).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))

let loaded: Promise<ServerBuild> | undefined

/** The shop with every route module as it is, loaded once in a process. */
export const loadShop = (): Promise<ServerBuild> => (loaded ??= compose(routeFiles()))

async function compose(files: readonly string[]): Promise<ServerBuild> {
  const load = (path: string) => import(/* @vite-ignore */ path) as Promise<never>
  const app = join(ROUTES, '..')
  const parts = []
  // Modules load one after the other, because modules that import each other deadlock when they
  // load at once.
  for (const file of files) {
    const id = `routes/${file.replace(/\.tsx?$/, '')}`
    const index = /(^|\.)_index\./.test(file)
    const path = pathOf(file)
    parts.push({
      id,
      parentId: 'root',
      path: path === '' ? undefined : path,
      index,
      module: await load(join(ROUTES, file)),
    })
  }
  const root = { id: 'root', path: '', module: await load(join(app, 'root.tsx')) }
  const all = Object.fromEntries([root, ...parts].map((one) => [one.id, one])) as ServerBuild['routes']
  const assets = Object.fromEntries(
    Object.values(all).map((one) => [
      one?.id,
      {
        ...one,
        module: '/x.js',
        hasAction: false,
        hasLoader: true,
        hasClientAction: false,
        hasClientLoader: false,
        hasErrorBoundary: false,
      },
    ]),
  )
  return {
    entry: { module: await load(join(app, 'entry.server.tsx')) },
    routes: all,
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: assets,
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {
      v3_fetcherPersist: true,
      v3_lazyRouteDiscovery: true,
      v3_relativeSplatPath: true,
      v3_singleFetch: true,
      v3_throwAbortReason: true,
    },
    isSpaMode: false,
    mode: 'production',
  } as unknown as ServerBuild
}

function openBrowser(origin: string, cookie: string, ask: (request: Request) => Promise<Response>): Browser {
  const cookies = new Map<string, string>()
  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }
  if (cookie !== '') keep(cookie)
  const send = async (path: string, init: RequestInit): Promise<Page> => {
    const headers = new Headers(init.headers)
    headers.set('Host', new URL(origin).host)
    if (cookies.size > 0)
      headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await ask(new Request(new URL(path, origin), { ...init, headers }))
    for (const line of answer.headers.getSetCookie()) keep(line)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const html = bytes.toString('utf8')
    return {
      ...{ status: answer.status, headers: answer.headers, location: answer.headers.get('Location') },
      ...{ html, bytes },
    }
  }
  const browser: Browser = {
    get: (path, method = 'GET') => send(path, { method }),
    post: (path, form, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { Origin: origin, ...headers },
        body: form instanceof FormData ? form : new URLSearchParams(form),
      }),
    logIn: (email, password) => browser.post('/account', { intent: 'login', email, password }),
  }
  return browser
}
