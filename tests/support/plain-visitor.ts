import { request } from 'playwright/test'
import { readSessionToken } from './session-token.ts'
import { type RunningShop } from './start-shop.ts'

/** A visitor who reads pages and sends forms with cookies but without a browser. */
export interface PlainVisitor {
  /** @returns the page without comments and `<small>` tags, which split a price */
  read(url: string): Promise<string>
  /** @returns the address that the answer redirects to */
  send(url: string, form: Record<string, string>): Promise<string>
  /** The token of the session, once there is one. */
  token(): Promise<string>
  leave(): Promise<void>
}

/**
 * Creates a visitor of one brand.
 * @param host such as `tidewater.localhost`, which the machine need not resolve. Addresses without
 * an origin belong to it.
 */
export async function openPlainVisitor(shop: RunningShop, host = 'localhost'): Promise<PlainVisitor> {
  const context = await request.newContext({ maxRedirects: 0 })
  const home = `http://${host}:${String(shop.port)}`
  const address = (url: string) => {
    const { host: named, origin, pathname, search } = new URL(url, home)
    return { url: `${shop.origin}${pathname}${search}`, headers: { Host: named, Origin: origin } }
  }
  return {
    read: async (path) => {
      const { url, headers } = address(path)
      const answer = await context.get(url, { headers })
      if (answer.status() !== 200) throw new Error(`${String(answer.status())} ${path}`)
      return (await answer.text()).replace(/<!--.*?-->|<\/?small[^>]*>/g, '')
    },
    send: async (path, form) => {
      const { url, headers } = address(path)
      const answer = await context.post(url, { headers, form })
      const location = answer.headers()['location']
      if (answer.status() !== 303 || !location) throw new Error(`${String(answer.status())} ${path}`)
      return location
    },
    token: async () => {
      const { cookies } = await context.storageState()
      return readSessionToken(cookies.find(({ name }) => name === 'session')?.value ?? '') ?? ''
    },
    leave: () => context.dispose(),
  }
}
