/** A page as it is sent. */
export interface Rendering {
  html: Uint8Array<ArrayBuffer>
  /** For the content security policy; absent on a page that waits for its style sheets. */
  styleHash: string | undefined
}

/** The limit for pages and the data that they show, in bytes: some fifty pages. */
const MOST_BYTES = 6 * 1024 * 1024

interface Limits {
  mostBytes?: number
  /** All pages leave so many milliseconds after the first of them came. */
  mostAge?: number
  /** Milliseconds, of any clock. */
  now?: () => number
}

/**
 * Keeps what pages look like by what they show: as long as the loaders of a page return the same
 * data, it need not be rendered again. The least recently used one leaves first.
 *
 * @param shown all that the page depends on, as text
 */
export function createKeptRenderings({
  mostBytes = MOST_BYTES,
  mostAge = Infinity,
  now = Date.now,
}: Limits = {}) {
  const kept = new Map<string, Rendering>()
  let bytes = 0
  let since = 0

  return (shown: string, render: () => Rendering): Rendering => {
    if (kept.size > 0 && now() - since >= mostAge) {
      kept.clear()
      bytes = 0
    }
    const known = kept.get(shown)
    if (known) {
      kept.delete(shown)
      kept.set(shown, known)
      return known
    }
    const made = render()
    if (kept.size === 0) since = now()
    kept.set(shown, made)
    bytes += weightOf(shown, made)
    for (const [oldest, rendering] of kept) {
      if (bytes <= mostBytes) break
      kept.delete(oldest)
      bytes -= weightOf(oldest, rendering)
    }
    return made
  }
}

/** The compressed forms together are smaller than half of the page. */
const weightOf = (shown: string, { html }: Rendering) => shown.length + html.byteLength * 1.5
