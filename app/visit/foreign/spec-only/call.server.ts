import { z } from 'zod'
import { type ApiCall, type ApiClient, type ApiResult } from '../../api-client.server.ts'
import { UNREACHABLE } from '../../../frame/page-error.tsx'
import { type BasicMemory } from './memory.server.ts'
import { type Loose, looseList, looseOne } from '../loose-values.server.ts'

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

/** An answer nobody could read. */
export const garbled = () => refused(502, 'unreachable', UNREACHABLE)

export const missing = () => refused(404, 'not_found', 'There is nothing at this address.')

/** Any JSON, or none. */
export const Anything = z.unknown()

type Asked = Pick<BasicCall, 'anybody' | 'memory' | 'now'>
type Query = NonNullable<ApiCall['query']>

/**
 * Asks what everybody may read, and keeps it for half a minute: one page needs the same for several
 * of its parts.
 */
async function readKept(
  { anybody, memory, now }: Asked,
  path: string,
  query: Query,
  read: (body: unknown) => Loose[] | undefined,
): Promise<ApiResult<Loose[]>> {
  const key = JSON.stringify([path, query])
  const kept = memory.lists.get(key, now)
  if (kept) return { ok: true, status: 200, data: kept }
  const result = await anybody.get(path, Anything, { query })
  if (!result.ok) return result
  const rows = read(result.data)
  if (!rows) return garbled()
  memory.lists.set(key, rows, now)
  return { ok: true, status: 200, data: rows }
}

/** A list, under one of its names. */
export const readList = (call: Asked, path: string, query: Query, ...names: string[]) =>
  readKept(call, path, query, (body) => looseList(body, ...names))

/** One object; undefined when there is none, or no answer. */
export async function readOne(call: Asked, path: string, name: string): Promise<Loose | undefined> {
  const result = await readKept(call, path, {}, (body) => {
    const row = looseOne(body, name)
    return row && [row]
  })
  return result.ok ? result.data[0] : undefined
}
