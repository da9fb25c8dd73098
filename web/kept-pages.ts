import { createHash } from 'node:crypto'
import { compress, type Encoding } from './compress-answers.ts'

/** A finished page and what it was made from. */
export interface CachedPage {
  version: string
  headers: Headers
  html: Buffer
  etag: string
  /** Made when first asked for. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>
}

/**
 * In all, HTML and its compressed forms; some hundred pages. Hosts are the visitor's word, so there
 * must be an end.
 */
const MOST_BYTES = 24 * 1024 * 1024

export function createCachedPage(version: string, headers: Headers, html: Buffer): CachedPage {
  // Weak: the compressed forms share it.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { version, headers, html, etag, compressed: {} }
}

/** The page's bytes in an encoding; made once. */
export function getPageBytes(page: CachedPage, encoding: Encoding | undefined): Promise<Buffer> | Buffer {
  if (!encoding) return page.html
  return (page.compressed[encoding] ??= compress(page.html, encoding))
}

/**
 * Pages by address. When they are too many, the one that nobody has asked for longest goes first.
 */
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

/** Both compressed forms are smaller than half of it. */
const weightOf = ({ html }: CachedPage) => html.byteLength * 2 + 1024
