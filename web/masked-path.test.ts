import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { permissions } from '#api/rules/access/permissions.ts'
import { PROPERTY_RUNS } from '#tests/support/property-runs.ts'
import { pathWithoutSecrets, queryNames } from './masked-path.ts'

const SECRET = /:(?:token|code|secret)\b/

/** Every address of `/v1` and of the shop that has a code or a token in it. */
const addresses = [
  ...Object.keys(permissions).map((call) => call.split(' ')[1] ?? ''),
  '/v1/drafts/:token',
  '/reschedule-credits/:token/claim',
  '/reschedule-flight/:token',
  ...readdirSync(resolve(import.meta.dirname, '../app/routes')).map((file) =>
    `/${file.replace(/\.tsx?$/, '')}`
      .replace('._index', '')
      .replace(/\[\.\]/g, '~')
      .replace(/\./g, '/')
      .replace(/~/g, '.')
      .replace(/\$/g, ':'),
  ),
].filter((address) => SECRET.test(address))

const letters = [...'ABCDEFGHJKMNPQRTUWXYabcdefghijklmnopqrstuvwxyz0123456789_-']
/** Codes and tokens from one letter to more than any of ours; no code consists of digits only. */
const secrets = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 80 })
  .filter((text) => /\D/.test(text))

describe('the path of a log line', () => {
  test('a code or a token of any length stays out of it, at every address that has one', () => {
    expect(addresses.length).toBeGreaterThan(25)
    fc.assert(
      fc.property(fc.constantFrom(...addresses), secrets, (address, secret) => {
        const logged = pathWithoutSecrets(address.replace(SECRET, secret))
        expect(logged).toBe(address.replace(SECRET, ':token'))
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  test.each([
    ['/v1/discount_codes/FLY', '/v1/discount_codes/:token'],
    ['/v1/discount_codes/12', '/v1/discount_codes/12'],
    ['/gifts/abc', '/gifts/:token'],
    ['/orders/1042/receipt', '/orders/1042/receipt'],
    ['/resume/start', '/resume/start'],
    ['/v1/links/q1w2e3r4t5z6u7i8o9p0a1s2d3', '/v1/links/:token'],
    ['/membership-terms-and-conditions', '/membership-terms-and-conditions'],
    ['/v1/constructor/toString', '/v1/constructor/toString'],
    ['/mails/ada@example.com', '/mails/:address'],
  ])('of %s is %s', (path, logged) => {
    expect(pathWithoutSecrets(path)).toBe(logged)
  })
})

describe('the query of a log line', () => {
  test('names what was asked, and never shows a code that was typed in place of a name', () => {
    expect(queryNames(new URLSearchParams('email=ada@example.com&page=2&page=3'))).toEqual(['email', 'page'])
    fc.assert(
      fc.property(secrets, (secret) => {
        expect(queryNames(new URLSearchParams(`day=1&${secret}`))).toEqual(['day', ':name'])
        expect(queryNames(new URLSearchParams([['code', secret]]))).toEqual(['code'])
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })
})
