import pg from 'pg'

/** The wait before a lost connection is opened again. */
const PAUSE_MS = 500
/** An answer to `select 1` is expected this often; a connection that gives none is closed. */
const HEARTBEAT_MS = 5000
const CONNECT_MS = 5000

export interface Listener {
  /** Whether notices arrive now; false from the moment the connection is lost. */
  isListening(): boolean
  close(): Promise<void>
}

export interface ListenParts {
  /** A server, not a pooler: notices belong to one connection. */
  databaseUrl: string
  channel: string
  /** Called with each notice, and when listening begins: something may have been missed before. */
  onNotice: () => void
  onConnectionLost: (error: Error) => void
}

/** Listens on a connection of its own, which is opened again whenever it is lost. */
export function listen({ databaseUrl, channel, onNotice, onConnectionLost }: ListenParts): Listener {
  let current: pg.Client | undefined
  let listening = false
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const lose = (client: pg.Client, error: Error) => {
    if (current !== client) return
    current = undefined
    listening = false
    if (closed) return
    onConnectionLost(error)
    retry = setTimeout(open, PAUSE_MS)
    // A connection without an answer would never end by itself.
    const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
    connection.stream.destroy()
  }

  function open(): void {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'changes of the shop',
      query_timeout: HEARTBEAT_MS,
      keepAlive: true,
    })
    current = client
    const fail = (error: unknown) => {
      lose(client, error instanceof Error ? error : new Error(String(error)))
    }
    client.on('error', fail)
    client.on('end', () => {
      fail(new Error('The connection ended'))
    })
    client.on('notification', onNotice)
    const begin = async () => {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (current !== client) return
      listening = true
      onNotice()
    }
    begin().catch(fail)
  }

  const heartbeat = setInterval(() => {
    const client = current
    if (client && listening) {
      client.query('select 1').catch((error: unknown) => {
        lose(client, error instanceof Error ? error : new Error(String(error)))
      })
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()
  open()
  return {
    isListening: () => listening,
    close: async () => {
      closed = true
      clearTimeout(retry)
      clearInterval(heartbeat)
      await current?.end().catch(() => undefined)
    },
  }
}
