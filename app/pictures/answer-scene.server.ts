import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Place } from '#contract/enums.ts'
import { DRAWING } from '../../artwork/drawing.mjs'
import { FORMATS, MOODS, renderScene } from '../../artwork/render-scene.mjs'
import { COMPOSITIONS } from './scene-art.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const oneOf = (words: readonly string[]) => `(${words.join('|')})`
const NAME = new RegExp(
  `^${oneOf(Place.options)}-${oneOf(MOODS)}-${oneOf(Object.keys(FORMATS))}-(0|[1-9]\\d?)\\.svg$`,
)
/** About eleven kilobytes each. */
const KEPT = 400
const cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

type Encoding = 'br' | 'gzip' | 'identity'

/** There are few pictures and many requests, so each is compressed once at the highest level. */
async function compressSvg(svg: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return new TextEncoder().encode(svg)
  if (encoding === 'gzip') return new Uint8Array(await gzipped(svg, { level: 9 }))
  return new Uint8Array(await brotli(svg, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}

function drawScene(name: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> | undefined {
  const key = `${encoding}/${name}`
  const found = cache.get(key)
  if (found) return found
  const [, place, mood, format, seed] = NAME.exec(name) ?? []
  if (!place || !mood || !format || !seed || Number(seed) >= COMPOSITIONS) return undefined
  const made = compressSvg(renderScene({ place, mood, format, seed }), encoding)
  const [oldest] = cache.keys()
  if (cache.size >= KEPT && oldest !== undefined) cache.delete(oldest)
  cache.set(key, made)
  return made
}

function encodingFor(accepted: string | null): Encoding {
  if (/\bbr\b/.test(accepted ?? '')) return 'br'
  return /\bgzip\b/.test(accepted ?? '') ? 'gzip' : 'identity'
}

/**
 * One picture: `/art/{drawing}/{place}-{mood}-{format}-{composition}.svg`. Browsers cache it
 * permanently; the address of an older drawing gets the present picture, cached for minutes only.
 */
export async function answerScene(request: Request, drawing: string, name: string): Promise<Response> {
  const encoding = encodingFor(request.headers.get('Accept-Encoding'))
  const body = await drawScene(name, encoding)
  if (!body) return new Response('There is no such picture.', { status: 404 })
  const headers = new Headers({
    'Content-Type': 'image/svg+xml',
    'Content-Length': String(body.byteLength),
    'Cache-Control': drawing === DRAWING ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    Vary: 'Accept-Encoding',
  })
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}
