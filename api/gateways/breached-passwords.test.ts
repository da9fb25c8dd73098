import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isBreachedPassword } from './breached-passwords.ts'

const STOLEN = 'rotor mast hangar'
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()

const asked: { path: string; padded: string | string[] | undefined }[] = []
let broken = false
const server = createServer((request, response) => {
  asked.push({ path: request.url ?? '', padded: request.headers['add-padding'] })
  if (broken) response.writeHead(503)
  response.end(
    [`${'0'.repeat(35)}:3`, `${sha1(STOLEN).slice(5)}:12`, `${sha1('padded').slice(5)}:0`].join('\r\n'),
  )
})
let url: string
let lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
const ask = (password: string, pwnedPasswordsUrl: string | undefined = url) =>
  isBreachedPassword({ settings: { pwnedPasswordsUrl }, log }, password)

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  asked.length = 0
  lines = []
  broken = false
})

test.each(['password1', 'Sunshine', 'QWERTYUIOP', 'football'])('everybody tries %s', async (password) => {
  expect(await ask(password)).toBe(true)
  expect(asked).toEqual([])
})

test('the service learns five digits of a hash, and knows what was stolen', async () => {
  expect(await ask(STOLEN)).toBe(true)
  expect(asked).toEqual([{ path: `/range/${sha1(STOLEN).slice(0, 5)}`, padded: 'true' }])
  expect(await ask('padded')).toBe(false)
  expect(await ask('another rotor mast')).toBe(false)
})

test('without the setting nobody is asked', async () => {
  expect(await isBreachedPassword({ settings: { pwnedPasswordsUrl: undefined }, log }, STOLEN)).toBe(false)
  expect(asked).toEqual([])
})

test('without an answer a password is accepted, and the log says so without it', async () => {
  broken = true
  expect(await ask(STOLEN)).toBe(false)
  expect(await ask(STOLEN, 'http://127.0.0.1:1')).toBe(false)
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line).toContain('stolen passwords could not be looked up')
    expect(line).not.toContain(STOLEN)
    expect(line).not.toContain(sha1(STOLEN).slice(0, 5))
  }
})
