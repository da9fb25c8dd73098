import { type Context } from 'hono'
import { type ContentfulStatusCode } from 'hono/utils/http-status'
import { type ApiEnv } from './http.ts'

/**
 * Hands the JSON of a read to a caller in the same process, who would only parse its text again.
 * Answers that are not JSON, and those of writes, are sent as ever.
 */
export function handOver(c: Context<ApiEnv>, take: (value: unknown) => void): void {
  if (c.req.method !== 'GET') return
  const json = (value: unknown, status?: ContentfulStatusCode, headers?: Record<string, string>) => {
    take(value)
    return c.body(null, status, headers)
  }
  Object.assign(c, { json })
}
