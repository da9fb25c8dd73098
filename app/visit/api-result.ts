import { type z } from 'zod'
import { type FieldErrors } from '#contract/errors.ts'

/**
 * An answer of `/v1`: the parsed body, or the refusal. `errors` are the field messages of a 422,
 * `body` the whole refusal.
 */
export type ApiResult<T> =
  | { ok: true; status: number; data: T }
  | { ok: false; status: number; code: string; message: string; errors: FieldErrors; body: unknown }

export type QueryValue = string | number | boolean | undefined | readonly (string | number)[]

export interface ApiCall {
  query?: Record<string, QueryValue>
  body?: unknown
  idempotencyKey?: string
  /** The ETag of the row that was read: a change of another version is refused (412). */
  ifMatch?: string | undefined
  /** The quote has nothing of a visitor in it, so that its answer may be kept for all. */
  everybody?: boolean
}

export interface ApiClient {
  get<S extends z.ZodType>(path: string, schema: S, call?: ApiCall): Promise<ApiResult<z.infer<S>>>
  post<S extends z.ZodType>(path: string, schema: S, call: ApiCall): Promise<ApiResult<z.infer<S>>>
  put<S extends z.ZodType>(path: string, schema: S, call: ApiCall): Promise<ApiResult<z.infer<S>>>
  patch<S extends z.ZodType>(path: string, schema: S, call: ApiCall): Promise<ApiResult<z.infer<S>>>
  delete(path: string): Promise<ApiResult<undefined>>
}

/**
 * Whether the call may have succeeded after all: then only a call with the same idempotency key is
 * safe.
 */
export const isOutcomeUnknown = ({ status, code }: ApiResult<unknown> & { ok: false }) =>
  status >= 500 || status === 429 || (status === 409 && code === 'conflict')
