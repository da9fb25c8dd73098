import { z } from 'zod'
import { type ApiCall, type ApiClient, type ApiResult } from '../api-client.server.ts'
import { type BasicMemory } from './basic-memory.server.ts'
import { type Loose, looseList } from './loose-values.server.ts'

/** One call of the shop that a basic service is asked to answer, and what stands at hand for it. */
export interface BasicCall {
  /** As this caller, and as nobody: what is kept for all is asked as nobody. */
  own: ApiClient
  anybody: ApiClient
  token: string | undefined
  /** The brand of this shop, where the call names none. */
  brandId: number
  /** What the path holds after its resource: an id, a token. */
  params: readonly string[]
  query: NonNullable<ApiCall['query']>
  body: unknown
  memory: BasicMemory
  now: Date
}

export type BasicAnswer = Promise<ApiResult<unknown>>

export const found = (data: unknown, status = 200): ApiResult<unknown> => ({ ok: true, status, data })

export const refused = (
  status: number,
  code: string,
  message: string,
  body?: unknown,
): ApiResult<never> & { ok: false } => ({ ok: false, status, code, message, errors: {}, body })

export const missing = () => refused(404, 'not_found', 'There is nothing at this address.')

/** Any JSON, or none. */
export const Anything = z.unknown()

const KEPT = 30_000

/** A list everybody may read, kept for half a minute: one page needs the same lists for several of its parts. */
export async function readList(
  { anybody, memory, now }: Pick<BasicCall, 'anybody' | 'memory' | 'now'>,
  path: string,
  query: NonNullable<ApiCall['query']>,
  ...names: string[]
): Promise<ApiResult<Loose[]>> {
  const key = JSON.stringify([path, query])
  const kept = memory.lists.get(key)
  if (kept && kept.until > now.getTime()) return { ok: true, status: 200, data: kept.rows }
  const result = await anybody.get(path, Anything, { query })
  if (!result.ok) return result
  const rows = looseList(result.data, ...names)
  if (!rows) return refused(502, 'unreachable', 'Something went wrong, please try again.')
  memory.lists.set(key, { rows, until: now.getTime() + KEPT })
  return { ok: true, status: 200, data: rows }
}
