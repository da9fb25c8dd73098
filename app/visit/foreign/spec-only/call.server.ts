import { z } from 'zod'
import { type SpecOnlyMemory } from './memory.server.ts'
import { type LooseObject, readLooseList, readLooseObject } from '../loose-values.server.ts'
import { UNREACHABLE } from '../../error-messages.ts'
import { type ApiCall, type ApiClient, type ApiResult } from '../../api-result.ts'

/** One call of the shop that is to be answered with specified calls, and the tools for it. */
export interface SpecOnlyCall {
  /**
   * Clients with the caller's token and without one; data that is cached for all is requested
   * without.
   */
  userApi: ApiClient
  anonymousApi: ApiClient
  token: string | undefined
  /** The brand of this shop, if the call names none. */
  brandId: number
  /** The rest of the path after the resource: an id, a token. */
  params: readonly string[]
  query: NonNullable<ApiCall['query']>
  body: unknown
  memory: SpecOnlyMemory
  now: Date
}

export type SpecOnlyAnswer = Promise<ApiResult<unknown>>

export const found = (data: unknown, status = 200): ApiResult<unknown> => ({ ok: true, status, data })

export const refused = (
  status: number,
  code: string,
  message: string,
  body?: unknown,
): ApiResult<never> & { ok: false } => ({ ok: false, status, code, message, errors: {}, body })

/** An unreadable answer. */
export const unreadableAnswer = () => refused(502, 'unreachable', UNREACHABLE)

export const missing = () => refused(404, 'not_found', 'There is nothing at this address.')

/** Any JSON, or none. */
export const AnyJson = z.unknown()

type SpecOnlyRequest = Pick<SpecOnlyCall, 'anonymousApi' | 'memory' | 'now'>
type Query = NonNullable<ApiCall['query']>

/**
 * Requests public data, and caches it for half a minute, because the parts of one page need the
 * same data.
 */
async function readKept(
  { anonymousApi, memory, now }: SpecOnlyRequest,
  path: string,
  query: Query,
  read: (body: unknown) => LooseObject[] | undefined,
): Promise<ApiResult<LooseObject[]>> {
  const key = JSON.stringify([path, query])
  const cached = memory.lists.get(key, now)
  if (cached) return { ok: true, status: 200, data: cached }
  const result = await anonymousApi.get(path, AnyJson, { query })
  if (!result.ok) return result
  const rows = read(result.data)
  if (!rows) return unreadableAnswer()
  memory.lists.set(key, rows, now)
  return { ok: true, status: 200, data: rows }
}

/** A list, under one of its names. */
export const readList = (call: SpecOnlyRequest, path: string, query: Query, ...names: string[]) =>
  readKept(call, path, query, (body) => readLooseList(body, ...names))

/** One object; undefined if there is none, or no answer. */
export async function readOne(
  call: SpecOnlyRequest,
  path: string,
  name: string,
): Promise<LooseObject | undefined> {
  const result = await readKept(call, path, {}, (body) => {
    const row = readLooseObject(body, name)
    return row && [row]
  })
  return result.ok ? result.data[0] : undefined
}
