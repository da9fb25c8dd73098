import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

/**
 * A proxy between the shop and PostgreSQL that records every statement: the `Query` messages of the
 * wire protocol, and the `Bind` messages, which run a statement that a `Parse` message prepared.
 */
export async function startCountingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const statements: string[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    noteStatements(client, statements)
    client.pipe(upstream).pipe(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => other.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const url = new URL(databaseUrl)
  url.port = String(address.port)
  return { url: url.href, statements, stop: () => server.close() }
}

/**
 * The first message has no type; every later one is a type, a length that includes itself, and a
 * body.
 */
function noteStatements(client: Socket, statements: string[]): void {
  const prepared = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let begun = false
  client.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = begun ? 1 : 0
      if (rest.length < head + 4) return
      const length = rest.readInt32BE(head)
      if (rest.length < head + length) return
      const type = begun ? String.fromCharCode(rest[0] ?? 0) : ''
      const body = rest.subarray(head + 4, head + length)
      rest = rest.subarray(head + length)
      begun = true
      if (type === 'Q') statements.push(textAt(body, 0))
      // The message has a name and then the text.
      if (type === 'P') prepared.set(textAt(body, 0), textAt(body, body.indexOf(0) + 1))
      // The message has the name of a cursor and then that of the statement.
      if (type === 'B') statements.push(prepared.get(textAt(body, body.indexOf(0) + 1)) ?? 'unknown')
    }
  })
}

const textAt = (body: Buffer, from: number) => body.subarray(from, body.indexOf(0, from)).toString()
