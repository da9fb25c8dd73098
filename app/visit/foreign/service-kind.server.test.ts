import { afterEach, expect, test, vi } from 'vitest'
import { testSettings } from '#tests/support/test-settings.ts'
import { createDirectClient } from '../api-client.server.ts'
import { detectService } from './service-kind.server.ts'

const brand = {
  ...{ id: 1, name: 'Loft & Rotor', slug: 'loft-and-rotor', tagline: '', time_zone: 'America/New_York' },
  ...{ phone: '', email: '', hosts: [], product_brand_ids: [1, 4], guest_checkout: true },
}
const meta = { pagination: { current_page: 1, total_pages: 1, total_count: 1, page_size: 100 } }
const ours = () => Response.json({ brands: [brand], meta })
const html = () =>
  new Response('<!doctype html><title>Hello</title>', { headers: { 'Content-Type': 'text/html' } })

/** A service whose answers can be changed, and a clock to request it at chosen minutes. */
function serviceOf(first: () => Response) {
  const service = { answer: first, asked: 0 }
  const settings = testSettings({ apiUrl: 'http://service.test' })
  const callApi = () => {
    service.asked += 1
    return Promise.resolve(service.answer())
  }
  const client = createDirectClient({ settings, callApi, requestId: 'test' })
  const kindAt = async (minute: number, version?: string) =>
    (await detectService(client, settings, minute * 60_000, version)).kind
  return { service, kindAt }
}

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['the brands of our own service', ours, 'full'],
  ['brands of section 7', () => Response.json({ brands: [{ id: 1, name: 'Harborline' }] }), 'basic'],
  ['status 404', () => Response.json({ error: 'Not Found' }, { status: 404 }), 'basic'],
  ['status 405', () => Response.json({ error: 'no' }, { status: 405 }), 'basic'],
  ['status 501', () => Response.json({ error: 'no' }, { status: 501 }), 'basic'],
  ['an HTML page', html, 'silent'],
  ['status 500', () => new Response('', { status: 500 }), 'silent'],
])('the kind of a service is recognised when it answers with %s', async (_, answer, kind) => {
  expect(await serviceOf(answer).kindAt(0)).toBe(kind)
})

test('the service is asked once a minute', async () => {
  const { service, kindAt } = serviceOf(ours)
  await Promise.all([kindAt(0), kindAt(0)])
  await kindAt(0.9)
  expect(service.asked).toBe(1)
  await kindAt(1.1)
  expect(service.asked).toBe(2)
})

test('an outage does not change the kind of the service', async () => {
  const { service, kindAt } = serviceOf(() => Response.json({ brands: [{ id: 1 }] }))
  expect(await kindAt(0)).toBe('basic')
  service.answer = html
  expect(await kindAt(2)).toBe('basic')
  service.answer = ours
  expect(await kindAt(1e9)).toBe('full')
})

test('a cached page has the brands of its own version, however recent another request was', async () => {
  const { service, kindAt } = serviceOf(ours)
  await kindAt(0, '1')
  await kindAt(2, '1')
  expect(service.asked).toBe(1)
  await kindAt(2, '2')
  expect(service.asked).toBe(2)
})

test('a service that does not answer is asked again after two seconds', async () => {
  const second = 1 / 60
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const { service, kindAt } = serviceOf(html)
  expect(await kindAt(0)).toBe('silent')
  service.answer = ours
  expect(await kindAt(1.9 * second)).toBe('silent')
  expect(service.asked).toBe(1)
  expect(await kindAt(2.1 * second)).toBe('full')
})
