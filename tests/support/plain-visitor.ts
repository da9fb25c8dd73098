import { request } from 'playwright/test'
import { readSessionToken } from './session-token.ts'
import { type RunningShop } from './start-shop.ts'

/** Somebody who reads pages and sends forms, with cookies and without a browser. */
export interface PlainVisitor {
  /** @returns the page, without comments and `<small>` tags, which cut a price in two */
  read(url: string): Promise<string>
  /** @returns where the answer leads */
  send(url: string, form: Record<string, string>): Promise<string>
  /** The token of the session, once there is one. */
  token(): Promise<string>
  leave(): Promise<void>
}

/**
 * A visitor of one brand.
 *
 * @param host `tidewater.localhost`: the machine need not know the name. Addresses without an
 *   origin are its own.
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
