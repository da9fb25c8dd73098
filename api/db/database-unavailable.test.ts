import { DrizzleQueryError } from 'drizzle-orm/errors'
import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable, isDatabaseUnavailable } from './database-unavailable.ts'

const coded = (code: string) => Object.assign(new Error('said by the server'), { code })
const brokenSocket = (code: string, file: string) =>
  Object.assign(new Error(`read ${code}`), {
    code,
    stack: `Error: read ${code}\n    at /shop/node_modules/${file}:45:11`,
  })
const wrapped = (cause: Error) => new DrizzleQueryError('select 1', [], cause)

describe('an unavailable database', () => {
  it.each([
    ['a refused connection', new DatabaseUnavailable(new Error('connect ECONNREFUSED'))],
    ['a connection that broke in use', wrapped(new Error('Connection terminated unexpectedly'))],
    [
      'a connection that broke before',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
    ['a server that shuts down', wrapped(coded('57P01'))],
    ['a server that starts', coded('57P03')],
    ['a server without a free connection', coded('53300')],
    ['a server that has become a replica', wrapped(coded('25006'))],
    ['a socket that broke under the driver', wrapped(brokenSocket('ECONNRESET', 'pg/lib/client.js'))],
    ['a socket that broke under the pool', wrapped(brokenSocket('ECONNRESET', 'pg-pool/index.js'))],
    ['a socket that nobody answered', wrapped(brokenSocket('ETIMEDOUT', 'pg-pool/index.js'))],
    ['a copy of an error without its class', { ...coded('57P02'), message: 'crash (Queue: mails)' }],
  ])('is recognised by %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it.each([
    ['a violated constraint', wrapped(coded('23505'))],
    ['a deadlock', coded('40P01')],
    ['a refused connection of another service', coded('ECONNREFUSED')],
    ['a socket that broke under another client', brokenSocket('ECONNRESET', 'undici/lib/socket.js')],
    ['a programming error', new TypeError('Cannot read properties of undefined')],
    ['nothing', undefined],
  ])('is not mistaken for %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false)
  })
})
