import { createHash } from 'node:crypto'
import { isSameVersion, type VersionParts } from '#contract/version.ts'
import { compress, compressBest, type Encoding } from './compress-answers.ts'

export type Header = readonly [name: string, value: string]

/** A page as it is sent in an encoding. The list of headers is one object while the form is kept. */
export interface PageForm {
  headers: readonly Header[]
  body: Buffer
}

/** A rendered page and the version that it was rendered from. */
export interface CachedPage {
  version: string
  /** What the page depends on. */
  parts: VersionParts
  /** Without those that depend on the encoding. */
  headers: readonly Header[]
  /** The headers of the answer to a browser that has the page. */
  unchanged: readonly Header[]
  html: Buffer
  etag: string
  /**
   * The page in each encoding, created at the first request; brotli is created again at the best
   * level when the page is requested often.
   */
  forms: Partial<Record<Encoding | 'plain', Promise<PageForm> | PageForm>>
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

/** Headers that the cache decides, whatever the page says. */
const DECIDED_HERE = ['etag', 'vary', 'content-encoding', 'content-length']

export function createCachedPage(
  version: string,
  own: Headers,
  html: Buffer,
  parts: VersionParts = 'everything',
): CachedPage {
  // The ETag is weak because the compressed forms share it.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const kept = [...own].filter(([name]) => !DECIDED_HERE.includes(name))
  const headers: Header[] = [...kept, ['etag', etag], ['vary', 'Accept-Encoding']]
  const unchanged = headers.filter(([name]) => name !== 'content-type')
  return { version, parts, headers, unchanged, html, etag, forms: {}, sent: 0 }
}

function createForm(page: CachedPage, encoding: Encoding | undefined, body: Buffer): PageForm {
  const coding: Header[] = encoding ? [['content-encoding', encoding]] : []
  const headers: Header[] = [...page.headers, ...coding, ['content-length', String(body.byteLength)]]
  const form = { headers, body }
  page.forms[encoding ?? 'plain'] = form
  return form
}

/** Returns the page in an encoding. */
export function getPageForm(page: CachedPage, encoding: Encoding | undefined): Promise<PageForm> | PageForm {
  if (encoding === 'br' && ++page.sent === OFTEN) void keepBestForm(page)
  const known = page.forms[encoding ?? 'plain']
  if (known) return known
  if (!encoding) return createForm(page, encoding, page.html)
  const making = compress(page.html, encoding).then((body) => createForm(page, encoding, body))
  page.forms[encoding] = making
  return making
}

/** Compresses the page at the best level; if that fails, the page keeps its current form. */
async function keepBestForm(page: CachedPage): Promise<void> {
  const best = await compressBest(page.html).catch(() => undefined)
  if (best) createForm(page, 'br', best)
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
    if (!page || !isSameVersion(page.version, version, page.parts)) return undefined
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
