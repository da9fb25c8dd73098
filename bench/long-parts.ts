import { startRealPostgres } from '../tests/support/real-postgres.ts'
import { type RunningShop, startShop } from '../tests/support/start-shop.ts'
import { seededDatabase, serverSettings } from './durable-shop.ts'

/** What a part of `npm run bench:long` found. */
export interface PartResult {
  /** The part's table and what is to be said about it. */
  report: string
  /** One sentence for each exceeded budget. */
  problems: string[]
}

export interface DurableShop {
  shop: RunningShop
  databaseUrl: string
}

/**
 * Gives `work` the built shop with demo data on a PostgreSQL server that writes durably.
 *
 * @param environment settings beside the usual ones
 */
export async function withDurableShop<T>(
  work: (durable: DurableShop) => Promise<T>,
  environment: Record<string, string> = {},
): Promise<T> {
  const postgres = await startRealPostgres({ durable: true })
  const databaseUrl = await seededDatabase(await postgres.createDatabase())
  const shop = await startShop({ environment: { ...serverSettings(databaseUrl), ...environment } })
  try {
    return await work({ shop, databaseUrl })
  } finally {
    await shop.stop()
    await postgres.stop()
  }
}

export const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000))

/** Checks figures against their limits: one sentence for each that is above. */
export const aboveLimit = (
  figures: readonly { what: string; figure: number; limit: number; unit: string }[],
): string[] =>
  figures
    .filter(({ figure, limit }) => figure > limit)
    .map(
      ({ what, figure, limit, unit }) =>
        `${what}: ${figure.toFixed(0)} ${unit}, the budget is ${String(limit)} ${unit}`,
    )
