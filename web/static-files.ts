import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join, relative, sep } from 'node:path'
import { type MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'

interface Stored {
  file: string
  type: string
  encodings: ('br' | 'gzip')[]
  hashed: boolean
  loaded: Map<string, Uint8Array<ArrayBuffer>>
  etag: string | undefined
}

const suffix = { br: '.br', gzip: '.gz' } as const

/** The service worker of the pilot's page: asked for anew each time, and for no other page. */
const WORKER = '/pilot/worker.js'

/**
 * Serves the built, compressed files, from memory after their first use. Names below `/assets/`
 * contain a hash of the content, so browsers cache them permanently; other files are revalidated
 * after an hour.
 */
export function staticFiles(folder: string): MiddlewareHandler {
  const files = index(folder)
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const stored = files.get(decodedPath(c.req.path))
    if (!stored) {
      return c.req.path.startsWith('/assets/') ? c.text('There is no such file.', 404) : next()
    }
    const accepted = c.req.header('Accept-Encoding') ?? ''
    const encoding = stored.encodings.find((one) => accepted.includes(one))
    const content = load(stored, encoding)
    c.header('Content-Type', stored.type)
    c.header('Cache-Control', stored.hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    if (c.req.path === WORKER) {
      c.header('Cache-Control', 'no-cache')
      c.header('Service-Worker-Allowed', '/pilot')
    }
    if (stored.etag) c.header('ETag', stored.etag)
    if (stored.encodings.length > 0) c.header('Vary', 'Accept-Encoding')
    if (c.req.header('If-None-Match') === stored.etag) return c.body(null, 304)
    if (encoding) c.header('Content-Encoding', encoding)
    c.header('Content-Length', String(content.byteLength))
    return c.req.method === 'HEAD' ? c.body(null) : c.body(content)
  }
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function index(folder: string): Map<string, Stored> {
  const files = new Map<string, Stored>()
  if (!existsSync(folder)) return files
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const all = new Set(names)
  for (const name of names) {
    if ((name.endsWith('.br') || name.endsWith('.gz')) && all.has(name.slice(0, -3))) continue
    const path = `/${name.split(sep).join('/')}`
    files.set(path, {
      file: join(folder, name),
      type: getMimeType(name) ?? 'application/octet-stream',
      encodings: (['br', 'gzip'] as const).filter((one) => all.has(name + suffix[one])),
      hashed: path.startsWith('/assets/'),
      loaded: new Map(),
      etag: undefined,
    })
  }
  return files
}

function load(stored: Stored, encoding: 'br' | 'gzip' | undefined): Uint8Array<ArrayBuffer> {
  const key = encoding ?? 'identity'
  const found = stored.loaded.get(key)
  if (found) return found
  const content = new Uint8Array(readFileSync(stored.file + (encoding ? suffix[encoding] : '')))
  stored.loaded.set(key, content)
  stored.etag ??= `W/"${createHash('sha256')
    .update(readFileSync(stored.file))
    .digest('base64url')
    .slice(0, 20)}"`
  return content
}
