import { type SQL } from 'drizzle-orm'
import { type Db } from '#api/db/client.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { type PayingShop } from './paying-shop.ts'

/** Thrown to roll back a transaction after its results were read. */
export class Rollback extends Error {}

const tell = (checked: Awaited<ReturnType<typeof runIntegrityChecks>>) =>
  checked.flatMap(({ check, rows }) =>
    rows.map(({ kind, subject, id }) => `${check}: ${kind} ${subject} ${id}`),
  )

/**
 * Damages a shop's data and reads what the integrity checks report. The shop is passed as a
 * function because it is opened later.
 */
export function openDataDamage(shop: () => PayingShop) {
  /** Returns the only value of a query. */
  const idOf = async (statement: string, ...values: unknown[]): Promise<string> => {
    const { rows } = await shop().deps.database.query(`select (${statement})::text as id`, values)
    return String(rows[0]?.['id'])
  }
  return {
    /**
     * Returns the rows that fail after `harm` damaged the data; all of it is rolled back
     * afterwards.
     */
    foundAfter: async (harm: readonly SQL[], minutes = 0): Promise<string[]> => {
      const found: string[] = []
      const now = new Date(shop().clock.now().getTime() + minutes * 60_000)
      await shop()
        .deps.database.db.transaction(async (tx) => {
          for (const statement of harm) await tx.execute(statement)
          // The checks query it like a database; the snapshot is this transaction's own.
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
