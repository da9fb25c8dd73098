import { type z } from 'zod'
import { ApiKeyReply } from '#contract/integration.ts'
import { keyScopes } from '#api/rules/access/permissions.ts'
import { logIn } from './shopper.ts'
import { type TestApi } from './test-api.ts'

/**
 * Makes a key as the demo shop's admin, with every permission of a key unless the caller says
 * otherwise.
 */
export async function makeApiKey(
  shop: TestApi,
  fields: Record<string, unknown> = {},
): Promise<z.infer<typeof ApiKeyReply>> {
  const token = await logIn(shop, 'admin@example.com')
  const body = { api_key: { name: 'Till', scopes: keyScopes, ...fields } }
  const { status, body: reply } = await shop.call('POST', '/v1/api_keys', { token, body })
  if (status !== 201) throw new Error(`No key was made: ${JSON.stringify(reply)}`)
  return ApiKeyReply.parse(reply)
}
