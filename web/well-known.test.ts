import { describe, expect, test } from 'vitest'
import { wellKnownRoutes } from './well-known.ts'

const PATH = '/.well-known/security.txt'
const at = (now: string, publicUrl = 'https://shop.test', contacts = ['mailto:safe@shop.test']) =>
  wellKnownRoutes({ publicUrl, securityContacts: contacts }, () => new Date(now))

describe('the file that says whom to tell of a weakness', () => {
  test('names the contacts, its address and a day within a year', async () => {
    const routes = at('2026-03-05T17:20:00Z', undefined, ['mailto:safe@shop.test', 'https://shop.test/tell'])
    const answer = await routes.request(`https://shop.test${PATH}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=UTF-8')
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=86400')
    expect(await answer.text()).toBe(
      [
        'Contact: mailto:safe@shop.test',
        'Contact: https://shop.test/tell',
        'Expires: 2026-09-01T00:00:00.000Z',
        'Preferred-Languages: en',
        `Canonical: https://shop.test${PATH}`,
        '',
      ].join('\n'),
    )
  })

  test('lapses later each day, and has no address where it is read without https', async () => {
    const answer = await at('2026-03-06T00:00:00Z', 'http://shop.test').request(`http://shop.test${PATH}`)
    const text = await answer.text()
    expect(text).toContain('Expires: 2026-09-02T00:00:00.000Z')
    expect(text).not.toContain('Canonical')
  })

  test('is read at one host only, and a host that a visitor makes up is never named', async () => {
    const routes = at('2026-03-05T00:00:00Z')
    const answer = await routes.request(`https://brand.test${PATH}`)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('Location')).toBe(`https://shop.test${PATH}`)
    expect((await routes.request('https://shop.test/security.txt')).headers.get('Location')).toBe(PATH)
  })

  test('is not there while nobody is named', async () => {
    expect((await at('2026-03-05T00:00:00Z', undefined, []).request(PATH)).status).toBe(404)
  })
})

test('password managers find the page where a password is changed', async () => {
  const routes = at('2026-03-05T00:00:00Z')
  for (const method of ['GET', 'HEAD']) {
    const answer = await routes.request('/.well-known/change-password', { method })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe('/account/details#password')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  }
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
  expect((await routes.request(missing)).status).toBe(404)
})
