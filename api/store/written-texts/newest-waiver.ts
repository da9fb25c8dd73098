import { type SQL, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { writtenTextVersions } from '../../db/schema/written-texts.ts'

/** The number of a brand's newest waiver, within another query; 0 while none was saved. */
export const newestWaiver = (brandId: PgColumn): SQL<number> =>
  sql<number>`(select coalesce(max(${writtenTextVersions.version}), 0) from ${writtenTextVersions}
    where ${writtenTextVersions.brandId} = ${brandId} and ${writtenTextVersions.name} = 'waiver')`
