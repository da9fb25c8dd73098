import { createApiClient } from '#app/visit/api-client.server.ts'
import { testSettings } from './test-settings.ts'

/**
 * A shop that runs alone against the address of a service, with its `/v1` client and the token of a
 * caller.
 */
export function shopAt(apiUrl: string, callApi: (request: Request) => Promise<Response> = fetch) {
  const settings = testSettings({ apiUrl, brandId: 1, mode: 'shop' })
  const shop = { settings, callApi, requestId: 'test' }
  return (token?: string) => createApiClient(shop, token)
}

/** Returns the body of an answer that is no refusal. */
export function expectData<T>(
  result: { ok: true; data: T } | { ok: false; message: string; status: number },
): T {
  if (!result.ok) throw new Error(`${String(result.status)} ${result.message}`)
  return result.data
}
