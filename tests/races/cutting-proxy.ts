import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { eachMessage } from '../../bench/counting-proxy.ts'

/** A proxy between the shop and PostgreSQL that cuts one connection, once. */
export interface CuttingProxy {
  url: string
  /**
   * From now on counts statements, and cuts the connection of the n-th: PostgreSQL executes it, and
   * the shop never reads the answer.
   */
  cutAfter(statement: number): void
  /** Whether the connection was cut since. */
  wasCut(): boolean
  stop(): void
}

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  let left = Infinity
  let cut = false
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    // How often the server still has to say that it is ready for the next query.
    let awaited = 0
    let chosen = false
    let isSent = false
    eachMessage(client, 'untyped', (type) => {
      if ((type === 'Q' || type === 'B') && --left === 0) chosen = true
      if (type !== 'Q' && type !== 'S') return
      awaited++
      if (chosen) isSent = true
    })
    eachMessage(upstream, 'typed', (type) => {
      if (type !== 'Z' || awaited === 0) return
      awaited--
      if (!isSent || awaited > 0) return
      cut = true
      client.destroy()
      upstream.destroy()
    })
    client.pipe(upstream)
    upstream.on('data', (chunk) => {
      if (!chosen && !client.destroyed) client.write(chunk)
    })
    upstream.on('end', () => client.end())
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const url = new URL(databaseUrl)
  url.port = String(address.port)
  return {
    url: url.href,
    cutAfter: (statement) => {
      left = statement
      cut = false
    },
    wasCut: () => cut,
    stop: () => server.close(),
  }
}
