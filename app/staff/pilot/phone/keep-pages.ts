import { CACHE } from './phone-store.ts'

interface PageToKeep {
  person: string
  until: number
  /** The flight that is shown. */
  flight: string | undefined
}

/** Pages of other flights are read again after so long, while their pilot opens pages. */
const OLD_MS = 5 * 60_000

/** Keeps the page of each flight with its files, and nothing that was kept before and is not theirs. */
export async function keepPages(page: HTMLElement, { person, until, flight }: PageToKeep): Promise<void> {
  const cache = await caches.open(CACHE)
  const links = [...page.querySelectorAll<HTMLAnchorElement>('a[href^="/pilot?flight="]')]
  const addresses = new Set(['/pilot', ...links.map((link) => link.getAttribute('href') ?? '')])
  const own = `data-person="${person}"`
  for (const address of addresses) {
    const before = await cache.match(address)
    const isNew = before && Date.now() - Number(before.headers.get('X-Kept-At')) < OLD_MS
    const isShown = address === '/pilot' || address === `/pilot?flight=${flight ?? ''}`
    if (isNew && !isShown) continue
    const answer = await fetch(address)
    const html = await answer.text()
    // Whoever was signed out meanwhile gets another page.
    if (!answer.ok || answer.redirected || !html.includes(own)) return
    const headers = new Headers(answer.headers)
    for (const name of ['Content-Encoding', 'Content-Length', 'Vary']) headers.delete(name)
    headers.set('X-Kept-At', String(Date.now()))
    headers.set('X-Kept-Until', String(until))
    await cache.put(address, new Response(html, { headers }))
  }
  const files = findFiles()
  for (const file of files) if (!(await cache.match(file))) await cache.add(file)
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url)
    if (!files.has(pathname) && !addresses.has(`${pathname}${search}`)) await cache.delete(url)
  }
}

/** What this page was made of: its sheets, fonts, picture and scripts. */
function findFiles(): Set<string> {
  const named = [...document.querySelectorAll('link[href], script[src], [data-script]')].map(
    (part) => part.getAttribute('href') ?? part.getAttribute('src') ?? part.getAttribute('data-script') ?? '',
  )
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  return new Set([...named, ...loaded].filter((path) => path.startsWith('/assets/')))
}
