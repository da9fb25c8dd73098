import { expect, test } from 'vitest'
import { makeKeyRing } from '#settings/key-ring.ts'
import { toSignedCall, readVisitor, signVisitor } from './visitor-signature.ts'

const SECRET = 'shared by the shop and its service, nobody else'
const secret = makeKeyRing([SECRET])
const call = { method: 'POST', path: '/v1/orders' }
const noon = new Date('2027-05-12T12:00:00Z')
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

test.each(['203.0.113.9', '2001:db8::9', '::ffff:203.0.113.9'])(
  'the address %s arrives as it was sent',
  (address) => {
    expect(readVisitor(secret, signVisitor(secret, address, call, noon), call, later(2))).toBe(address)
  },
)

test('a signature is valid for five minutes in both directions', () => {
  const header = signVisitor(secret, '203.0.113.9', call, noon)
  expect(readVisitor(secret, header, call, later(300))).toBe('203.0.113.9')
  expect(readVisitor(secret, header, call, later(-300))).toBe('203.0.113.9')
  expect(readVisitor(secret, header, call, later(301))).toBeUndefined()
  expect(readVisitor(secret, header, call, later(-301))).toBeUndefined()
})

test('a signature fails for another secret, address, time, path or method', () => {
  const header = signVisitor(secret, '203.0.113.9', call, noon)
  const read = (text: string | undefined, at = call) => readVisitor(secret, text, at, noon)
  expect(read(signVisitor(makeKeyRing([`${SECRET}!`]), '203.0.113.9', call, noon))).toBeUndefined()
  expect(read(header.replace('203.0.113.9', '203.0.113.8'))).toBeUndefined()
  expect(read(header.replace(/^t=(\d+)/, (_, seconds) => `t=${String(Number(seconds) + 1)}`))).toBeUndefined()
  expect(read(header, { ...call, path: '/v1/payments' })).toBeUndefined()
  expect(read(header, { ...call, method: 'GET' })).toBeUndefined()
})

test.each([undefined, '', '203.0.113.9', 't=1;a=;s=', 't=1;a=203.0.113.9', `t=1;a=evil;s=${'A'.repeat(43)}`])(
  '%s is no valid signature',
  (header) => {
    expect(readVisitor(secret, header, call, noon)).toBeUndefined()
  },
)

test('a folder in front of /v1 and the query are not signed', () => {
  const asked = toSignedCall(new Request('https://service.test/shop/v1/orders?page=2', { method: 'POST' }))
  expect(asked).toEqual(call)
})
