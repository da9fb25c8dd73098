import { type Database } from '#api/db/client.ts'

type Query = (this: unknown, text: string, ...more: unknown[]) => unknown
interface Client {
  query: Query
  transaction: (work: (tx: { query: Query }) => unknown) => unknown
}

/** The statements that `work` sends to a test's database, transactions' own included. */
export async function countQueries(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const client: Client = Reflect.get(database.db, '$client')
  const { query, transaction } = client
  const counted = (original: Query): Query =>
    function (text, ...more) {
      texts.push(text)
      return original.call(this, text, ...more)
    }
  client.query = counted(query)
  client.transaction = (work) =>
    transaction.call(client, (tx) => {
      tx.query = counted(tx.query)
      return work(tx)
    })
  try {
    await work()
  } finally {
    client.query = query
    client.transaction = transaction
  }
  return texts
}
