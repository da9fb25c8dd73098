import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { type MiddlewareHandler } from 'hono'
import { noteWholeBody } from './send-whole-answers.ts'

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
    const { headers } = res
    const forms = repeated.get(res)
    const whole = forms?.plain ?? Buffer.from(await res.arrayBuffer())
    if (!variesByEncoding(headers)) headers.append('Vary', 'Accept-Encoding')
    const small = encoding === undefined || whole.byteLength < SMALLEST
    const body = small ? whole : (forms?.[encoding] ?? (await compressOnce(whole, encoding)))
    if (forms && !small) forms[encoding] = body
    if (!small) headers.set('Content-Encoding', encoding)
    headers.set('Content-Length', String(body.byteLength))
    // Assigning to an existing response would merge the old headers in, so the response is removed
    // first.
    c.res = undefined
    c.res = new Response(body, { status: res.status, headers })
    noteWholeBody(c.res, body)
  }
}

const variesByEncoding = (headers: Headers) => /\baccept-encoding\b/i.test(headers.get('Vary') ?? '')

type Bytes = Buffer<ArrayBuffer>

/** A body that is sent in many responses, as far as it was compressed yet. */
type Forms = { plain: Bytes } & Partial<Record<Encoding, Bytes>>

const formsOf = new WeakMap<object, Forms>()
const repeated = new WeakMap<Response, Forms>()

/**
 * Notes that a response has the body of others, so that it is compressed once.
 *
 * @param of the same object for the same body
 * @param read returns its bytes, when they are not known yet
 */
export function shareBody(response: Response, of: object, read: () => Bytes): void {
  const forms = formsOf.get(of) ?? { plain: read() }
  formsOf.set(of, forms)
  repeated.set(response, forms)
}

export type Encoding = 'br' | 'gzip'

/** Chooses the best encoding that the browser accepts; undefined when it accepts neither. */
export function chooseEncoding(accepted: string | null | undefined): Encoding | undefined {
  if (/\bbr\b/.test(accepted ?? '')) return 'br'
  return /\bgzip\b/.test(accepted ?? '') ? 'gzip' : undefined
}

export function compress(whole: Buffer, encoding: Encoding): Promise<Bytes> {
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
async function compressOnce(whole: Buffer, encoding: Encoding): Promise<Bytes> {
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
