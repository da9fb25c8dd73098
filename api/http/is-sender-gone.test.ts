import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isSenderGone } from './is-sender-gone.ts'

test('a body that breaks off because its sender hung up is recognised', async () => {
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<unknown>((resolve) => (fail = resolve))
  const server = createServer((incoming) => {
    text(incoming).catch(fail)
    sender.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sender = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'Content-Length': '10' } })
  sender.on('error', () => undefined)
  sender.write('half')
  expect(isSenderGone(await failed)).toBe(true)
  server.close()
})

test('a connection of ours that was reset is none of the sender’s', () => {
  expect(isSenderGone(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))).toBe(false)
  expect(isSenderGone(new Error('aborted'))).toBe(false)
  expect(isSenderGone('aborted')).toBe(false)
})
