/**
 * The service worker of `/pilot`. It opens the pilot's page from the phone where there is no
 * connection, and answers nothing else: what is kept, `pilot-phone.ts` has put there.
 */
import { CACHE, changeKept } from './phone-store.ts'
import { expire } from './queue.ts'

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface AskEvent extends WorkerEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
/** The part of `ServiceWorkerGlobalScope` that is used; its types exclude those of a page. */
interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', run: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', run: (event: AskEvent) => void): void
}
const worker = self as unknown as WorkerScope

/** A connection that brings nothing for so long is none. */
const PATIENCE_MS = 6000

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate') {
    if (pathname === '/pilot') event.respondWith(openPage(request, searchParams.get('flight')))
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(openFile(request))
  }
})

/** From the network, and from the phone where that brings nothing. */
async function openPage(request: Request, flight: string | null): Promise<Response> {
  const answer = fetch(request)
  const kept = await findPage(flight)
  if (!kept) return answer
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS))
  const fresh = answer.then(
    (one) => (one.status >= 500 ? kept : one),
    () => kept,
  )
  return Promise.race([fresh, late])
}

/** The kept page, which says that it is one. Nothing is shown after its time. */
async function findPage(flight: string | null): Promise<Response | undefined> {
  const cache = await caches.open(CACHE)
  const page =
    (flight === null ? undefined : await cache.match(`/pilot?flight=${flight}`)) ??
    (await cache.match('/pilot'))
  if (!page) return undefined
  if (Date.now() > Number(page.headers.get('X-Kept-Until'))) {
    await caches.delete(CACHE)
    await changeKept((kept) => expire(kept, Date.now()))
    return undefined
  }
  const html = await page.text()
  return new Response(html.replace('data-person=', 'data-kept="" data-person='), { headers: page.headers })
}

/** Names of files contain their content, so a kept one is never old. */
async function openFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request)
}
