import { commitSession, getSession } from '#app/visit/session.server.ts'
import { type TestApi } from './test-api.ts'
import { loadVisit, type Visit } from '#app/visit/load-visit.server.ts'

export interface PageVisitor {
  /** A request for a page of the shop with this browser's cookie. */
  ask(path: string, form?: Record<string, string | readonly string[]>): Request
  visit(request: Request): Promise<Visit>
  /** Stores the cookie of an answer. */
  keep(visit: Visit): Promise<void>
}

/**
 * One browser in front of the shop's loaders and actions, with the service behind them.
 * @param token of a logged-in customer
 */
export async function pageVisitor(shop: Pick<TestApi, 'deps' | 'api'>, token?: string): Promise<PageVisitor> {
  const { settings } = shop.deps
  const origin = settings.publicUrl
  const session = await getSession(new Request(origin), { settings })
  if (token !== undefined) session.set('token', token)
  let cookie = await commitSession(session, { settings })
  return {
    ask: (path, form) => {
      const headers = { Cookie: cookie }
      if (!form) return new Request(`${origin}${path}`, { headers })
      const body = new URLSearchParams(
        Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
      )
      return new Request(`${origin}${path}`, { method: 'POST', headers, body })
    },
    visit: (request) =>
      loadVisit(request, {
        shop: {
          settings,
          requestId: 'test',
          callApi: (call: Request) => Promise.resolve(shop.api.fetch(call)),
        },
      }),
    keep: async (visit) => {
      cookie = await commitSession(visit.session, visit.shop)
    },
  }
}
