import pg from 'pg'
import { type Database } from '#api/db/client.ts'

type Query = (this: unknown, text: string | { text: string }, ...more: unknown[]) => unknown
interface Client {
  query: Query
}
interface Embedded extends Client {
  transaction: (work: (tx: Client) => unknown) => unknown
}

/**
 * Lists the statements that `work` sends to a test's database, including those inside transactions
 * but not BEGIN and COMMIT.
 */
export async function countQueries(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const counted = (original: Query): Query =>
    function (asked, ...more) {
      const text = typeof asked === 'string' ? asked : asked.text
      if (!/^(begin|commit|rollback)$/.test(text)) texts.push(text)
      return original.call(this, asked, ...more)
    }
  const client: pg.Pool | Embedded = Reflect.get(database.db, '$client')
  const stop = client instanceof pg.Pool ? watchPool(client, counted) : watchEmbedded(client, counted)
  try {
    await work()
  } finally {
    stop()
  }
  return texts
}

function watchPool(pool: pg.Pool, counted: (original: Query) => Query): () => void {
  const watched = new Map<Client, Query>()
  const watch = (client: Client) => {
    if (watched.has(client)) return
    watched.set(client, client.query)
    client.query = counted(client.query)
  }
  pool.on('acquire', watch as never)
  return () => {
    pool.off('acquire', watch as never)
    for (const [client, query] of watched) client.query = query
  }
}

function watchEmbedded(client: Embedded, counted: (original: Query) => Query): () => void {
  const { query, transaction } = client
  client.query = counted(query)
  client.transaction = (work) =>
    transaction.call(client, (tx) => {
      tx.query = counted(tx.query)
      return work(tx)
    })
  return () => {
    client.query = query
    client.transaction = transaction
  }
}
