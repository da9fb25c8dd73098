import { createHash } from 'node:crypto'
import { compress, compressBest, type Encoding } from './compress-answers.ts'

/** A rendered page and the version that it was rendered from. */
export interface CachedPage {
  version: string
  headers: Headers
  html: Buffer
  etag: string
  /**
   * The compressed forms, created at the first request; brotli is created again at the best level
   * when the page is requested often.
   */
  compressed: Partial<Record<Encoding, Promise<Buffer> | Buffer>>
  /** How often the page was sent in brotli. */
  sent: number
}

/** The number of responses after which a page gets the best compression. */
const OFTEN = 20

/**
 * The limit for HTML and its compressed forms together, some hundred pages. The Host header is the
 * visitor's input, so the cache needs a limit.
 */
const MOST_BYTES = 24 * 1024 * 1024

export function createCachedPage(version: string, headers: Headers, html: Buffer): CachedPage {
  // The ETag is weak because the compressed forms share it.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { version, headers, html, etag, compressed: {}, sent: 0 }
}

/** Returns the page's bytes in an encoding. */
export function getPageBytes(page: CachedPage, encoding: Encoding | undefined): Promise<Buffer> | Buffer {
  if (!encoding) return page.html
  if (encoding === 'br' && ++page.sent === OFTEN) void improve(page)
  const known = page.compressed[encoding]
  if (known) return known
  const making = compress(page.html, encoding).then((bytes) => (page.compressed[encoding] = bytes))
  page.compressed[encoding] = making
  return making
}

/** Compresses the page at the best level; if that fails, the page keeps its current form. */
async function improve(page: CachedPage): Promise<void> {
  const best = await compressBest(page.html).catch(() => undefined)
  if (best) page.compressed.br = best
}

/** Caches pages by address and evicts the least recently used one. */
export class CachedPages {
  readonly #pages = new Map<string, CachedPage>()
  readonly #mostBytes: number
  #bytes = 0

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes
  }

  get size(): number {
    return this.#pages.size
  }

  find(address: string, version: string): CachedPage | undefined {
    const page = this.#pages.get(address)
    if (page?.version !== version) return undefined
    this.#pages.delete(address)
    this.#pages.set(address, page)
    return page
  }

  keep(address: string, page: CachedPage): void {
    this.#drop(address)
    this.#pages.set(address, page)
    this.#bytes += weightOf(page)
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#mostBytes) return
      this.#drop(oldest)
    }
  }

  #drop(address: string): void {
    const page = this.#pages.get(address)
    if (!page) return
    this.#pages.delete(address)
    this.#bytes -= weightOf(page)
  }
}

/** Both compressed forms together are smaller than half of the page. */
const weightOf = ({ html }: CachedPage) => html.byteLength * 2 + 1024
