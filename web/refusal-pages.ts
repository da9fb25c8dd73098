import { setTimeout as pause } from 'node:timers/promises'
import { type Refusal, REFUSALS } from '#app/visit/refusals.server.ts'
import { type Shop } from './shop-handler.ts'

/** The page is made anew after this time, because a brand's name may change. */
const FRESH_MS = 60_000
/** A page that is not ready by then is left out: a refusal must not wait, too. */
const PATIENCE_MS = 250
/** The Host header is the visitor's input. */
const MOST_HOSTS = 20

interface KeptPage {
  madeAt: number
  headers: Headers
  body: ArrayBuffer
}

export interface RefusalPages {
  /** Makes the page of a host, unless it is being made. */
  prepare(host: string): Promise<KeptPage | undefined>
  /** Refuses a request, and says after how many seconds the next one may be answered. */
  answer(request: Request, retrySeconds: number): Promise<Response>
}

/** Keeps the page of each host that says why nothing is answered, so that a refusal costs nothing. */
export function keepRefusalPages(shop: Shop, refusal: Refusal): RefusalPages {
  const { status, sentence } = REFUSALS[refusal]
  const pages = new Map<string, KeptPage>()
  const underWay = new Map<string, Promise<KeptPage | undefined>>()
  const render = async (host: string) => {
    const facts = { requestId: refusal, visitorAddress: '' }
    const response = await shop(new Request(`http://${host}/${refusal}`), facts, undefined, refusal)
    if (response.status !== status) return undefined
    const { headers } = response
    const page = { madeAt: performance.now(), headers, body: await response.arrayBuffer() }
    if (pages.size >= MOST_HOSTS) pages.clear()
    pages.set(host, page)
    return page
  }
  const prepare: RefusalPages['prepare'] = (host) => {
    const rendering = underWay.get(host) ?? render(host).catch(() => undefined)
    underWay.set(host, rendering)
    return rendering.finally(() => underWay.delete(host))
  }
  const findPage = async (host: string) => {
    const kept = pages.get(host)
    const made = kept && performance.now() - kept.madeAt < FRESH_MS ? undefined : prepare(host)
    return kept ?? (await Promise.race([made, pause(PATIENCE_MS, undefined, { ref: false })]))
  }
  return {
    prepare,
    answer: async (request, retrySeconds) => {
      const { host, searchParams } = new URL(request.url)
      // The framework's script asks for data, and shows the sentence at the form or as an error page.
      const asksData = searchParams.has('_data')
      const page = asksData ? undefined : await findPage(host)
      const headers = new Headers(page?.headers ?? { 'Content-Type': 'text/plain; charset=utf-8' })
      if (asksData) headers.set('X-Remix-Catch', 'yes')
      headers.set('Retry-After', String(retrySeconds))
      headers.set('Cache-Control', 'no-store')
      return new Response(page?.body ?? sentence, { status, headers })
    },
  }
}
