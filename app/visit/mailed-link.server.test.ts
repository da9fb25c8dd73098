import { expect, test } from 'vitest'
import { linkRefusal, checkMailedLink, readMailedLink } from './mailed-link.server.ts'

const TOKEN = 'a-secret_of-some-length'
const read = (search: string) => readMailedLink(new Request(`http://shop.test/account/prove-email${search}`))
const refusal = (status: number) =>
  ({ ok: false, status, code: 'x', message: 'A sentence', errors: {}, body: undefined }) as const

test('text that cannot be a secret is rejected without a request', async () => {
  expect(read(`?token=${TOKEN}&email=%20ida@example.com`)).toEqual({ token: TOKEN, email: 'ida@example.com' })
  for (const token of ['', 'short', '../../v1/users/me/x', `${TOKEN}%2F..`, 'a'.repeat(201)]) {
    expect(read(`?token=${token}`).token, token).toBeUndefined()
  }
  const ask = () => Promise.reject(new Error('asked'))
  expect(await checkMailedLink(read('?token=short'), ask)).toBeUndefined()
})

test('a link is valid, invalid, or cannot be checked now', async () => {
  const look = (answer: Awaited<ReturnType<Parameters<typeof checkMailedLink<string>>[1]>>) =>
    checkMailedLink({ token: TOKEN, email: '' }, () => Promise.resolve(answer))
  expect(await look({ ok: true, status: 200, data: 'good' })).toBe('good')
  expect(await look(refusal(404))).toBeUndefined()
  for (const status of [429, 502]) {
    const thrown: unknown = await look(refusal(status)).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(Response)
    expect((thrown as Response).status).toBe(status)
    expect((thrown as Response).headers.get('Referrer-Policy')).toBe('no-referrer')
  }
})

test('only errors that can be corrected in the form have a message there', () => {
  expect([422, 429, 502].map((status) => linkRefusal(refusal(status)).error)).toEqual(
    Array(3).fill('A sentence'),
  )
  expect([linkRefusal(refusal(404)), linkRefusal(undefined)]).toEqual(
    Array(2).fill({ status: 404, error: '' }),
  )
})
