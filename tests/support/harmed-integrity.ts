import { type SQL } from 'drizzle-orm'
import { type Db } from '#api/db/client.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { type PayingShop } from './paying-shop.ts'

/** Ends a transaction whose work was only to be looked at. */
export class Rollback extends Error {}

const tell = (checked: Awaited<ReturnType<typeof runIntegrityChecks>>) =>
  checked.flatMap(({ check, rows }) =>
    rows.map(({ kind, subject, id }) => `${check}: ${kind} ${subject} ${id}`),
  )

/**
 * Harm done to a shop's data, and what the promises say to it. The shop is asked for each time: it
 * is opened later.
 */
export function openDataDamage(shop: () => PayingShop) {
  /** The one value of a query. */
  const idOf = async (statement: string, ...values: unknown[]): Promise<string> => {
    const { rows } = await shop().deps.database.query(`select (${statement})::text as id`, values)
    return String(rows[0]?.['id'])
  }
  return {
    /** The rows that fail once `harm` was done to the data; all of it is undone afterwards. */
    foundAfter: async (harm: readonly SQL[], minutes = 0): Promise<string[]> => {
      const found: string[] = []
      const now = new Date(shop().clock.now().getTime() + minutes * 60_000)
      await shop()
        .deps.database.db.transaction(async (tx) => {
          for (const statement of harm) await tx.execute(statement)
          // Asked like a database: the snapshot is this transaction's own.
          found.push(...tell(await runIntegrityChecks(tx as unknown as Db, now)))
          throw new Rollback()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Rollback)) throw error
        })
      return found
    },
    idOf,
    flightOf: (order: number) => idOf('select min(flight_id) from holds where order_id = $1', order),
    holdOf: (order: number) => idOf('select min(id) from holds where order_id = $1', order),
    paymentOf: (order: number) => idOf('select min(id) from payments where order_id = $1', order),
  }
}
