import { z } from 'zod'
import { ErrorBody, FieldErrors } from '#contract/errors.ts'
import { unwrapFieldName } from '#contract/field-names.ts'
import { getVersionParts } from '#contract/public-reads.ts'
import { createForeignClient } from './foreign/foreign-client.server.ts'
import { type ShopContext } from './shop-context.server.ts'
import { isPlainSchema } from './is-plain-schema.server.ts'
import { isPublicCall, numberOf } from './public-calls.ts'
import { FAILED, UNREACHABLE } from './error-messages.ts'
import { type ApiResult, type QueryValue, type ApiCall, type ApiClient } from './api-result.ts'

/** `brand_id[]=1&brand_id[]=4` for lists, `page=2` for the rest; undefined is left out. */
function search(query: Record<string, QueryValue>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) pairs.append(`${name}[]`, String(one))
    else if (value !== undefined) pairs.append(name, String(value))
  }
  const text = pairs.toString()
  return text ? `?${text}` : ''
}

/**
 * Time limit for a remote service in milliseconds; a write may include a call of the payment
 * provider.
 */
const PATIENCE = { GET: 6000, other: 25_000 }

/**
 * The shop's only access to data. A shop that runs separately may have a `/v1` with fewer calls
 * than ours: then those of spec section 7 have to suffice.
 *
 * @param token bearer token of the session, if there is one
 */
export function createApiClient(shop: ShopContext, token?: string): ApiClient {
  const own = createDirectClient(shop, token)
  if (!shop.settings.apiUrl) return own
  const publicClient = token === undefined ? own : createDirectClient(shop)
  return createForeignClient({ userApi: own, anonymousApi: publicClient, token, settings: shop.settings })
}

/**
 * Calls that are sent unchanged. A refusal is a value; an answer that does not match its schema, or
 * none at all, is a refusal with status 502, so that pages can show a message instead of failing.
 *
 * @param token bearer token of the session, if there is one
 * @throws TypeError when a call has no path, or writes without a body (spec section 7: helpers fail
 *   early)
 */
export function createDirectClient(shop: ShopContext, token?: string): ApiClient {
  const { apiUrl } = shop.settings
  const origin = apiUrl ?? 'http://v1.internal'

  function createRequest(method: string, address: string, call: ApiCall, body: string | null): Request {
    const headers = new Headers({ Accept: 'application/json', 'X-Request-Id': shop.requestId })
    if (shop.userAgent) headers.set('User-Agent', shop.userAgent)
    if (token) headers.set('Authorization', `Bearer ${token}`)
    if (call.idempotencyKey) headers.set('Idempotency-Key', call.idempotencyKey)
    if (call.ifMatch !== undefined) headers.set('If-Match', call.ifMatch)
    if (call.body !== undefined) headers.set('Content-Type', 'application/json')
    return new Request(`${origin}${address}`, {
      method,
      headers,
      body,
      ...(apiUrl ? { signal: AbortSignal.timeout(method === 'GET' ? PATIENCE.GET : PATIENCE.other) } : {}),
    })
  }

  async function send<S extends z.ZodType>(method: string, path: string, schema: S, call: ApiCall) {
    if (!path.startsWith('/v1/') || path.includes('undefined') || path.endsWith('/')) {
      throw new TypeError(`A /v1 call needs a path with its id: ${path}`)
    }
    if (!['GET', 'DELETE'].includes(method) && call.body === undefined)
      throw new TypeError(`${method} ${path} needs data`)
    const query = search(call.query ?? {})
    const body = call.body === undefined ? null : JSON.stringify(call.body)
    // Most public reads are answered from memory, so the request is created only to be sent.
    const ask = () => createRequest(method, `${path}${query}`, call, body)
    if (token !== undefined || !shop.keepAnswer || !isPublicCall(method, path, call))
      return readTaken(shop, ask(), schema)
    const key = `${String(numberOf(schema))} ${method} ${path}${query} ${body ?? ''}`
    return shop.keepAnswer(key, async (callApi) => {
      const { answer, size } = await readResult(await callApi(ask()).catch(() => undefined), schema)
      const asked = call.query?.['product_id']
      const productId = typeof asked === 'number' ? asked : undefined
      return { answer, size, parts: answer.ok ? getVersionParts(path, productId, answer.data) : 'everything' }
    })
  }

  return {
    get: (path, schema, call = {}) => send('GET', path, schema, call),
    post: (path, schema, call) => send('POST', path, schema, call),
    put: (path, schema, call) => send('PUT', path, schema, call),
    patch: (path, schema, call) => send('PATCH', path, schema, call),
    delete: (path) => send('DELETE', path, z.undefined(), {}),
  }
}

const unreachableResult = (body: unknown) => ({
  ok: false as const,
  status: 502,
  code: 'unreachable',
  message: UNREACHABLE,
  errors: {},
  body,
})

/**
 * Reads what the call gave in place of a body, or its body. What this process gives to a page that sends no
 * data is not checked again (decision 209).
 */
async function readTaken<S extends z.ZodType>(
  { callApi, sendsNoData, onUnchecked }: ShopContext,
  request: Request,
  schema: S,
): Promise<ApiResult<z.infer<S>>> {
  let taken: { value: unknown } | undefined
  const take = (value: unknown) => {
    taken = { value }
  }
  const response = await callApi(request, take).catch(() => undefined)
  if (!taken) return (await readResult(response, schema)).answer
  if (sendsNoData && response?.ok && isPlainSchema(schema)) {
    onUnchecked?.(taken.value, schema)
    return { ok: true, status: response.status, data: taken.value as z.infer<S> }
  }
  return parseResult(response, taken.value, schema)
}

async function readResult<S extends z.ZodType>(
  response: Response | undefined,
  schema: S,
): Promise<{ answer: ApiResult<z.infer<S>>; size: number }> {
  const text = (await response?.text().catch(() => undefined)) ?? ''
  return { answer: parseResult(response, readJson(text), schema), size: text.length }
}

/** @returns Undefined when the text is not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function parseResult<S extends z.ZodType>(
  response: Response | undefined,
  body: unknown,
  schema: S,
): ApiResult<z.infer<S>> {
  if (!response) return unreachableResult(undefined)
  if (response.ok) {
    const parsed = schema.safeParse(body)
    return parsed.success ? { ok: true, status: response.status, data: parsed.data } : unreachableResult(body)
  }
  if (response.status === 422) {
    const errors = readFieldErrors(body)
    const first = Object.values(errors)[0]?.[0]
    return {
      ok: false,
      status: 422,
      code: 'invalid',
      message: first ?? FAILED,
      errors,
      body,
    }
  }
  const refusal = ErrorBody.safeParse(body)
  if (!refusal.success) return { ...unreachableResult(body), status: response.status }
  return {
    ok: false,
    status: response.status,
    code: refusal.data.code,
    message: refusal.data.error,
    errors: {},
    body,
  }
}

/** Messages by field name, from the top level or below `errors`, where many services put them. */
function readFieldErrors(body: unknown): FieldErrors {
  const sent =
    FieldErrors.safeParse(body).data ?? z.object({ errors: FieldErrors }).safeParse(body).data?.errors
  return Object.fromEntries(
    Object.entries(sent ?? {}).map(([name, messages]) => [unwrapFieldName(name), messages]),
  )
}
