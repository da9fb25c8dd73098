import { type Context } from 'hono'
import { type OpenedPhoto } from '../open-photo.ts'

/**
 * Answers with a picture: cached privately and revalidated each time (304 when unchanged), with
 * range requests for resumed downloads.
 */
export function pictureReply(c: Context, { bytes, etag, fileName }: OpenedPhoto): Response {
  const headers = {
    'Cache-Control': 'private, no-cache',
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
  }
  const matches = (c.req.header('If-None-Match') ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  if (matches.includes(etag) || matches.includes('*')) return c.body(null, 304, headers)
  const file = {
    ...headers,
    'Content-Type': 'image/jpeg',
    'Content-Disposition': `${
      c.req.query('download') === '1' ? 'attachment' : 'inline'
    }; filename="${fileName}"`,
  }
  const total = bytes.byteLength
  const range = rangeOf(c, etag, total)
  if (range === 'unsatisfiable') {
    return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${String(total)}` })
  }
  if (!range) return c.body(bytes, 200, { ...file, 'Content-Length': String(total) })
  const { from, to } = range
  return c.body(bytes.slice(from, to + 1), 206, {
    ...file,
    'Content-Length': String(to - from + 1),
    'Content-Range': `bytes ${String(from)}-${String(to)}/${String(total)}`,
  })
}

/**
 * Reads a single byte range (RFC 9110, section 14). Other ranges, and ranges of an older version,
 * get the whole picture.
 */
function rangeOf(c: Context, etag: string, total: number) {
  const header = /^bytes=(\d*)-(\d*)$/.exec(c.req.header('Range') ?? '')
  const since = c.req.header('If-Range')
  if (!header || (since !== undefined && since !== etag)) return undefined
  const [, first = '', last = ''] = header
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, total - Number(last)) : Number(first)
  const to = first === '' || last === '' ? total - 1 : Math.min(Number(last), total - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return from >= total || (first === '' && Number(last) === 0) ? ('unsatisfiable' as const) : { from, to }
}
