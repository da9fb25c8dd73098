import { afterAll, beforeAll, expect, test } from 'vitest'
import { Validator } from '@seriousme/openapi-schema-validator'
import { z } from 'zod'
import { createTestApi, type TestApi } from '../support/test-api.ts'

const Document = z.object({
  openapi: z.string().startsWith('3.1'),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })),
  ),
})

test('the OpenAPI description of /v1 lists every call of this purchase', async () => {
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
    'GET /v1/search',
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
    'PATCH /v1/users/me',
    'PUT /v1/users/me/password',
    'GET /v1/users/me/export',
    'GET /v1/users/me/text_consents',
    'PUT /v1/users/me/text_consents/{brand_id}',
    'DELETE /v1/users/me/text_consents/{brand_id}',
    'GET /v1/users/me/erasure',
    'POST /v1/users/me/erasure',
    'POST /v1/email_changes',
    'GET /v1/sessions',
    'DELETE /v1/sessions',
    'DELETE /v1/sessions/{id}',
    'GET /v1/orders',
    'GET /v1/users/{id}/credit_cards',
    'POST /v1/users/{id}/credit_cards',
    'PATCH /v1/users/{id}/credit_cards/{card}',
    'DELETE /v1/users/{id}/credit_cards/{card}',
    'GET /v1/gift_cards',
    'GET /v1/vouchers',
    'POST /v1/codes',
    'GET /v1/gift_shares/{id}',
    'PATCH /v1/gift_shares/{id}',
    'POST /v1/gift_shares/{id}/take_back',
    'GET /v1/gifts/{token}',
    'POST /v1/gifts/{token}/open',
    'PATCH /v1/gifts/{token}',
    'POST /v1/code_mails',
    'GET /v1/credit_movements',
    'GET /v1/credits',
    'GET /v1/credits/{id}',
    'POST /v1/credits',
    'POST /v1/waitlist_entries',
    'GET /v1/waitlist_entries',
    'GET /v1/waitlist_entries/{token}',
    'DELETE /v1/waitlist_entries/{token}',
    'POST /v1/waitlist_entries/{id}/offers',
    'POST /v1/waitlist_entries/{id}/offer_previews',
    'POST /v1/waitlist_entries/{id}/remove',
    'GET /v1/waitlist_offers/{token}',
    'POST /v1/waitlist_offers/{token}/decline',
    'GET /v1/form_stamps/{form}',
    'POST /v1/form_entries',
    'GET /v1/contests',
    'POST /v1/contests/{id}/draws',
    'POST /v1/newsletter_sign_ups',
    'POST /v1/newsletter_sign_ups/confirm',
    'POST /v1/newsletter_stops',
    'GET /v1/audit_log',
    'GET /v1/staff_members',
    'POST /v1/staff_members',
    'PUT /v1/staff_members/{id}/suspension',
    'DELETE /v1/staff_members/{id}/suspension',
    'DELETE /v1/staff_members/{id}/second_factor',
    'GET /v1/days/{day}',
    'POST /v1/day_closings',
    'POST /v1/day_closings/{id}/reopen',
    'GET /v1/agents',
    'POST /v1/agents',
    'GET /v1/agents/{id}',
    'PATCH /v1/agents/{id}',
    'POST /v1/agents/{id}/terms',
    'GET /v1/agent_statements/{id}',
    'POST /v1/agent_statements/{id}/payment',
    'GET /v1/payouts',
    'GET /v1/payouts/{id}',
    'GET /v1/member_price_uses',
    'GET /v1/jobs',
    'POST /v1/jobs/{id}/retry',
    'POST /v1/jobs/{id}/cancel',
    'GET /v1/customers',
    'GET /v1/customers/{id}',
    'POST /v1/customers/{id}/second_factor_removals',
    'POST /v1/customer_merge_previews',
    'POST /v1/customer_merges',
    'GET /v1/mails',
    'POST /v1/mails/{id}/copies',
    'POST /v1/mails/{id}/corrections',
    'POST /v1/mail_bounces',
    'POST /v1/order_mailing_previews',
    'POST /v1/order_mailings',
    'POST /v1/saved_filters',
    'PATCH /v1/saved_filters/{id}',
    'DELETE /v1/saved_filters/{id}',
    'GET /v1/texts',
    'POST /v1/texts/{id}/copies',
    'POST /v1/twilio/messages',
    'POST /v1/twilio/statuses',
    'GET /v1/api_keys',
    'POST /v1/api_keys',
    'DELETE /v1/api_keys/{id}',
    'POST /v1/webhook_endpoints',
    'POST /v1/webhook_endpoints/{id}/secrets',
    'GET /v1/webhook_deliveries',
    'POST /v1/webhook_deliveries/{id}/redeliver',
    'POST /v1/call_offs',
    'POST /v1/call_off_previews',
    'GET /v1/flights/{id}/delay_preview',
    'POST /v1/flights/{id}/delays',
    'GET /v1/flights/{id}/transfer_options',
    'POST /v1/flights/{id}/transfers',
    'POST /v1/weather_days',
    'GET /v1/weather_days',
    'GET /v1/weather_days/{id}',
    'POST /v1/weather_days/{id}/reminders',
    'GET /v1/rescue_plans',
    'GET /v1/flights/{id}/relief',
    'POST /v1/rescue_plans',
    'POST /v1/weather_holds',
    'GET /v1/weather_holds',
    'GET /v1/weather_holds/{id}',
    'PATCH /v1/weather_holds/{id}',
    'POST /v1/weather_holds/{id}/release',
    'POST /v1/counter_payments',
    'POST /v1/orders/{id}/staff_upgrade_quotes',
    'POST /v1/orders/{id}/staff_upgrades',
    'POST /v1/orders/{id}/staff_guest_quotes',
    'POST /v1/orders/{id}/staff_guests',
    'POST /v1/orders/{id}/staff_reschedule_quotes',
    'POST /v1/orders/{id}/staff_reschedules',
    'POST /v1/orders/{id}/cancellation_previews',
    'POST /v1/orders/{id}/staff_cancellations',
    'POST /v1/orders/{id}/counter_quotes',
    'PUT /v1/orders/{id}/balance_due',
    'POST /v1/orders/{id}/balance_payments',
    'GET /v1/state_counts',
    'GET /v1/approvals',
    'POST /v1/approvals',
    'POST /v1/approvals/{id}/approve',
    'POST /v1/approvals/{id}/refuse',
    'GET /v1/drawers',
    'POST /v1/drawers',
    'POST /v1/drawers/{id}/count',
    'GET /v1/hand_outs',
    'POST /v1/hand_outs',
    'POST /v1/vouchers',
    'GET /v1/vouchers/{id}',
    'PATCH /v1/vouchers/{id}',
    'POST /v1/gift_cards',
    'GET /v1/gift_cards/{id}',
    'PATCH /v1/gift_cards/{id}',
    'GET /v1/prizes',
    'POST /v1/prizes',
    'GET /v1/prizes/{id}',
    'GET /v1/passengers',
    'GET /v1/passengers/{id}',
    'PATCH /v1/passengers/{id}',
    'POST /v1/discount_code_batches',
    'POST /v1/orders/{id}/payment_links',
    'POST /v1/payment_links/open',
    'GET /v1/flight_days/{date}',
    'GET /v1/order_counts',
    'GET /v1/callers',
    'POST /v1/sale_days',
    'POST /v1/sale_grids',
    'GET /v1/flight_boards/{date}',
    'GET /v1/weather_reports',
    'GET /v1/staff_days/{date}',
    'GET /v1/flights/{id}/manifest_versions',
    'GET /v1/flights/{id}/manifest_versions/{number}',
    'POST /v1/flights/{id}/manifest_versions',
    'POST /v1/flights/{id}/manifest_acceptances',
    'GET /v1/pilot_flights',
    'GET /v1/pilot_weeks/{date}',
    'POST /v1/pilot_absences',
    'DELETE /v1/pilot_absences/{id}',
    'PUT /v1/pilot_hours/{id}',
    'GET /v1/duty_limits',
    'PATCH /v1/duty_limits',
    'GET /v1/aircraft_outages',
    'POST /v1/aircraft_outages',
    'DELETE /v1/aircraft_outages/{id}',
    'PUT /v1/flights/{id}/seating',
    'POST /v1/flights/{id}/seating_proposals',
    'GET /v1/staff_weeks',
    'PATCH /v1/departure_dates/{departure_id}/{date}',
    'PATCH /v1/terminal_days/{terminal_id}/{date}',
    'POST /v1/staff_searches',
    'POST /v1/check_in_searches',
    'PATCH /v1/flights/{id}/passengers/{passenger}',
    'GET /v1/call_offs/{id}',
    'GET /v1/reschedule_claims/{token}',
    'POST /v1/reschedule_claims/{token}/openings',
    'POST /v1/reschedule_claims/{token}/answer',
    'POST /v1/reschedule_claims/{token}/alternatives',
    'POST /v1/reschedule_claim_links',
    'GET /v1/orders/{id}/reschedule_claim',
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
    'PUT /v1/care_stops',
    'GET /v1/care_reports',
    'PATCH /v1/care_reports/{brand_id}/{occasion}',
    'GET /v1/written_texts',
    'GET /v1/written_text_versions',
    'GET /v1/written_texts/{brand_id}/{name}',
    'GET /v1/written_text_versions/{brand_id}/{name}/{version}',
    'POST /v1/written_text_versions',
    'POST /v1/written_text_previews',
    'GET /v1/written_text_drafts',
    'POST /v1/written_text_drafts',
    'DELETE /v1/written_text_drafts/{id}',
    'GET /v1/users/me/care_wishes/{brand_id}',
    'PUT /v1/users/me/care_wishes/{brand_id}',
    'POST /v1/orders/{id}/upgrade_quotes',
    'PATCH /v1/orders/{id}/update_upgrades',
    'POST /v1/orders/{id}/guest_quotes',
    'POST /v1/orders/{id}/guests',
    'GET /v1/reschedules/{item}',
    'POST /v1/orders/{id}/reschedule_quotes',
    'PATCH /v1/orders/{id}/reschedule_flight',
    'POST /v1/reschedule_links',
    'POST /v1/reschedule_links/open',
  ]) {
    expect(calls).toContain(call)
  }
})

const Described = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string().regex(/^[a-z][A-Za-z0-9]+$/),
        tags: z.array(z.string()).length(1),
        security: z.array(z.record(z.string(), z.array(z.string()))).min(1),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
  tags: z.array(z.object({ name: z.string() })),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.looseObject({ content: z.unknown() })),
  }),
})

let shop: TestApi
let body: Record<string, unknown>
let document: z.infer<typeof Described>
beforeAll(async () => {
  shop = await createTestApi()
  body = z.record(z.string(), z.unknown()).parse((await shop.call('GET', '/v1/openapi.json')).body)
  document = Described.parse(body)
})
afterAll(() => shop.close())

test('the OpenAPI description of /v1 passes a public validator', async () => {
  const validator = new Validator()
  const checked = await validator.validate(structuredClone(body))
  expect(checked.errors ?? []).toEqual([])
  expect(checked.valid).toBe(true)
  const broken = { ...body, paths: { '/v1/orders': { get: 'no' } } }
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

test('every call has a unique name, a tag, its permitted callers and its refusals', () => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((call) => ({ path, ...call })),
  )
  expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length)
  const tags = document.tags.map(({ name }) => name)
  for (const {
    operationId,
    tags: [tag],
    responses,
  } of calls) {
    expect(tags, operationId).toContain(tag)
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['401', '429', '503']))
  }
  expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'apiKey'])
  for (const [name, { content }] of Object.entries(document.components.responses)) {
    expect(JSON.stringify(content), name).toContain('"example"')
  }
})

test('the headers for idempotency and for conditional writes are described where they apply', () => {
  const headersOf = (path: string, method: string) =>
    JSON.stringify(document.paths[path]?.[method]?.['parameters'] ?? '')
  expect(headersOf('/v1/orders', 'post')).toContain('#/components/parameters/IdempotencyKey')
  expect(headersOf('/v1/payments', 'post')).toContain('#/components/parameters/IdempotencyKey')
  expect(headersOf('/v1/terminals/{id}', 'patch')).toContain('#/components/parameters/IfMatch')
  expect(headersOf('/v1/terminals', 'get')).not.toContain('#/components/parameters/')
})

test('every pattern is a valid regular expression of JSON Schema', () => {
  const patterns = [...JSON.stringify(body).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text ?? '""') as string,
  )
  expect(patterns.length).toBeGreaterThan(100)
  for (const pattern of patterns) {
    expect(pattern).not.toMatch(/\/[a-z]+$/)
    expect(() => new RegExp(pattern, 'u'), pattern).not.toThrow()
  }
})

test('shared parts of calls are described once', () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Order', 'OrderReply', 'Error', 'FieldErrors', 'Pagination']),
  )
  expect(JSON.stringify(document.paths)).not.toContain('"total_pages"')
})

test('a page of its own explains how to call /v1 and lists every call', async () => {
  const answer = await shop.api.fetch(new Request('http://api.test/v1/docs'))
  const page = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toContain('text/html')
  expect(answer.headers.get('Content-Security-Policy')).toContain("style-src 'sha256-")
  for (const part of [
    'Tokens</h2>',
    'Errors</h2>',
    'Lists</h2>',
    'Webhooks</h2>',
    'POST /v1/orders',
    'Idempotency-Key',
  ]) {
    expect(page).toContain(part)
  }
})
