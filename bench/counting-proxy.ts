import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

interface Counts {
  statements: string[]
  /** The same statements, those of one transaction together. */
  transactions: string[][]
  /** How often a wait for the server began; statements under way at the same time share one. */
  roundTrips: number
  /** How many answers all connections wait for now. */
  awaited: number
}

/**
 * A proxy between the shop and PostgreSQL that records every statement: the `Query` messages of the
 * wire protocol, and the `Bind` messages, which run a statement that a `Parse` message prepared.
 */
export async function startCountingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const counts: Counts = { statements: [], transactions: [], roundTrips: 0, awaited: 0 }
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    countMessages(client, upstream, counts)
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
  return { url: url.href, statements: counts.statements, counts, stop: () => server.close() }
}

function countMessages(client: Socket, upstream: Socket, counts: Counts): void {
  const prepared = new Map<string, string>()
  let open: string[] | undefined
  const note = (text: string) => {
    counts.statements.push(text)
    if (open) open.push(text)
    else counts.transactions.push((open = [text]))
    // Whatever stands outside of a transaction is one by itself.
    if (!/^begin/i.test(open[0] ?? '') || /^(?:commit|rollback$)/i.test(text)) open = undefined
  }
  // How often the server still has to tell this connection that it is ready for the next query.
  let awaited = 0
  eachMessage(client, 'untyped', (type, body) => {
    if (type === 'Q') note(textAt(body, 0))
    // The message has a name and then the text.
    if (type === 'P') prepared.set(textAt(body, 0), textAt(body, body.indexOf(0) + 1))
    // The message has the name of a cursor and then that of the statement.
    if (type === 'B') note(prepared.get(textAt(body, body.indexOf(0) + 1)) ?? 'unknown')
    if (type !== 'Q' && type !== 'S') return
    if (counts.awaited === 0) counts.roundTrips++
    awaited++
    counts.awaited++
  })
  eachMessage(upstream, 'typed', (type) => {
    // After the connection has begun, the server says so once without a query.
    if (type !== 'Z' || awaited === 0) return
    awaited--
    counts.awaited--
  })
  upstream.once('close', () => {
    counts.awaited -= awaited
    awaited = 0
  })
}

/**
 * Every message is a type, a length that includes itself, and a body. A client's first one has no
 * type.
 */
export function eachMessage(
  socket: Socket,
  first: 'typed' | 'untyped',
  note: (type: string, body: Buffer) => void,
): void {
  let rest = Buffer.alloc(0)
  let typed = first === 'typed'
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = typed ? 1 : 0
      if (rest.length < head + 4) return
      const length = rest.readInt32BE(head)
      if (rest.length < head + length) return
      const type = typed ? String.fromCharCode(rest[0] ?? 0) : ''
      const body = rest.subarray(head + 4, head + length)
      rest = rest.subarray(head + length)
      typed = true
      note(type, body)
    }
  })
}

const textAt = (body: Buffer, from: number) => body.subarray(from, body.indexOf(0, from)).toString()
