/** A page is answered so for this long at most: it tells minutes, and its session may end by time. */
const MOST_AGE_MS = 10_000
/** What is asked for is staff's input, so there needs to be a limit. */
const MOST_PAGES = 100

/** The areas of those who work here. */
const STAFF_PAGE = /^\/(?:staff|agent)(?:\/|$)/

/** Makes one more answer with the same page. */
type Repeat = () => Response

/** Takes how to send a page again, once it is made; not called for pages that must not be. */
export type OnMade = (repeat: Repeat) => void

interface Kept {
  snapshot: string
  since: number
  /** Resolves when the page is made. */
  repeat: Promise<Repeat | undefined>
}

export interface UnchangedPagesParts {
  /**
   * Reads which transactions the database shows as committed now, as text. Two equal texts mean
   * that nothing was written in between.
   *
   * @throws when the database cannot be reached
   */
  readSnapshot: () => Promise<string>
  /** The time of day in milliseconds. */
  clock?: () => number
}

/**
 * Sends a page of the desk again, to the browser that asked for it before, while nothing at all was
 * written to the database since (decision 203). Requests for a page that is being made wait for it.
 */
export function keepUnchangedPages({ readSnapshot, clock = Date.now }: UnchangedPagesParts) {
  const kept = new Map<string, Kept>()

  const isCurrent = ({ since }: Kept) => Math.abs(clock() - since) < MOST_AGE_MS

  function drop(): void {
    for (const [oldest, page] of kept) {
      if (kept.size <= MOST_PAGES && isCurrent(page)) return
      kept.delete(oldest)
    }
  }

  /** @param make makes the page; without `onMade` when it will not be kept */
  return async (request: Request, make: (onMade?: OnMade) => Promise<Response>): Promise<Response> => {
    const key = toKey(request)
    if (key === undefined) return make()
    const snapshot = await readSnapshot().catch(() => undefined)
    if (snapshot === undefined) return make()
    const known = kept.get(key)
    if (known?.snapshot === snapshot && isCurrent(known)) {
      const repeat = await known.repeat
      return repeat ? repeat() : make()
    }
    let settle: (repeat?: Repeat) => void = () => undefined
    const repeat = new Promise<Repeat | undefined>((resolve) => {
      settle = resolve
    })
    kept.delete(key)
    kept.set(key, { snapshot, since: clock(), repeat })
    drop()
    return make(settle).finally(settle)
  }
}

/** Names a page and all of the request that it may depend on; undefined for other requests. */
function toKey({ method, url, headers }: Request): string | undefined {
  const cookie = headers.get('Cookie')
  if (method !== 'GET' || cookie === null || !STAFF_PAGE.test(new URL(url).pathname)) return undefined
  return [url, cookie, headers.get('User-Agent') ?? ''].join('\n')
}
