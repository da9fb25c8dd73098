import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { type MiddlewareHandler } from 'hono'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const compressible =
  /^(text\/|application\/(json|javascript|xml|ld\+json|manifest\+json|problem\+json)|image\/svg)/
/**
 * The smallest response worth compressing; below it the headers cost more than compression saves.
 */
const SMALLEST = 1024

/** Compresses dynamic responses; built files are compressed already. */
export function compressAnswers(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { res } = c
    const type = res.headers.get('Content-Type') ?? ''
    if (
      !res.body ||
      c.req.method === 'HEAD' ||
      res.headers.has('Content-Encoding') ||
      !compressible.test(type)
    )
      return
    const accepted = c.req.header('Accept-Encoding')
    const encoding = chooseEncoding(accepted)
    const whole = Buffer.from(await res.arrayBuffer())
    const headers = new Headers(res.headers)
    headers.append('Vary', 'Accept-Encoding')
    const small = encoding === undefined || whole.byteLength < SMALLEST
    const body = small ? whole : await compressOnce(whole, encoding)
    if (!small) headers.set('Content-Encoding', encoding)
    headers.set('Content-Length', String(body.byteLength))
    // Assigning to an existing response would merge the old headers in, so the response is removed
    // first.
    c.res = undefined
    c.res = new Response(new Uint8Array(body), { status: res.status, headers })
  }
}

export type Encoding = 'br' | 'gzip'

/** Chooses the best encoding that the browser accepts; undefined when it accepts neither. */
export function chooseEncoding(accepted: string | null | undefined): Encoding | undefined {
  if (/\bbr\b/.test(accepted ?? '')) return 'br'
  return /\bgzip\b/.test(accepted ?? '') ? 'gzip' : undefined
}

export function compress(whole: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(whole, { level: 6 })
  // Level 5 is as fast as gzip's 6 and gives smaller files.
  return brotli(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/** Up to this size, compressing at a low level takes one to two milliseconds. */
const SMALL = 256 * 1024

/**
 * Compresses a response that is sent once, in a fifth of the time of `compress`; the result is a
 * tenth larger.
 */
async function compressOnce(whole: Buffer, encoding: Encoding): Promise<Buffer> {
  if (whole.byteLength > SMALL) return compress(whole, encoding)
  if (encoding === 'gzip') return gzipSync(whole, { level: 1 })
  return brotliCompressSync(whole, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_SIZE_HINT]: whole.byteLength },
  })
}

/**
 * Compresses at the highest level, which takes some thirty times as long as `compress`; for pages
 * that are sent often.
 */
export const compressBest = (whole: Buffer): Promise<Buffer> =>
  brotli(whole, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length },
  })
