import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { createTestApi } from '../support/test-api.ts'
test('dump', async () => {
  const shop = await createTestApi()
  const { body } = await shop.call('GET', '/v1/openapi.json')
  await shop.close()
  writeFileSync('/tmp/staff/openapi.json', JSON.stringify(body, null, 1))
})
