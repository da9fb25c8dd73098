import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApi } from '../support/test-api.ts'

const Document = z.object({
  openapi: z.string().startsWith('3.1'),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })),
  ),
})

test('the description of /v1 names every call of this purchase', async () => {
  const shop = await createTestApi()
  const { status, body } = await shop.call('GET', '/v1/openapi.json')
  await shop.close()
  expect(status).toBe(200)
  const { paths } = Document.parse(body)
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  for (const call of [
    'GET /v1/products',
    'GET /v1/products/{id}',
    'GET /v1/product_categories',
    'GET /v1/fares',
    'GET /v1/schedules',
    'GET /v1/terminals',
    'GET /v1/upgrades',
    'GET /v1/fees',
    'GET /v1/availability/month',
    'GET /v1/availability/day',
    'POST /v1/quotes',
    'POST /v1/customers',
    'POST /v1/drafts',
    'POST /v1/orders',
    'GET /v1/orders/{id}',
    'POST /v1/payments',
    'GET /v1/roles',
    'POST /v1/user_token',
    'GET /v1/users/me',
    'POST /v1/users',
    'POST /v1/password_resets',
    'POST /v1/email_proofs',
    'GET /v1/orders',
    'GET /v1/users/{id}/credit_cards',
    'POST /v1/users/{id}/credit_cards',
    'PATCH /v1/users/{id}/credit_cards/{card}',
    'DELETE /v1/users/{id}/credit_cards/{card}',
    'GET /v1/gift_cards',
    'GET /v1/vouchers',
    'POST /v1/codes',
    'GET /v1/credits',
    'GET /v1/credits/{id}',
    'POST /v1/credits',
    'POST /v1/waitlist_entries',
    'GET /v1/waitlist_entries',
    'GET /v1/waitlist_entries/{token}',
    'DELETE /v1/waitlist_entries/{token}',
    'GET /v1/waitlist_offers/{token}',
    'POST /v1/waitlist_offers/{token}/decline',
    'GET /v1/refunds',
    'GET /v1/refunds/{id}',
    'POST /v1/refunds',
    'GET /v1/orders/{id}/cancellation',
    'POST /v1/orders/{id}/cancellation',
    'PUT /v1/orders/{id}/email',
    'GET /v1/orders/{id}/receipt',
    'PUT /v1/orders/{id}/receipt/company',
    'POST /v1/resumptions',
    'POST /v1/resumptions/open',
    'POST /v1/reminder_stops',
    'POST /v1/orders/{id}/upgrade_quotes',
    'PATCH /v1/orders/{id}/update_upgrades',
  ]) {
    expect(calls).toContain(call)
  }
})
