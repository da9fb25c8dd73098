import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { creditCards } from '../../db/schema/cards.ts'
import { secondFactors, sessions, userRoles, users } from '../../db/schema/people.ts'
import { creditBalances } from '../../db/schema/tenders.ts'
import { TRANSFERRED_REFERENCES } from '../../store/account-references.ts'
import { type IntegrityCheckQuery } from '../../store/integrity-check.ts'

const oneOf = (table: PgTable): string => getTableName(table).replace(/ies$/, 'y').replace(/s$/, '')

/** Finds rows that refer to an account which was merged into another one. */
function findReferencesToMerged(table: PgTable, column: PgColumn, kind: string, also?: SQL): SQL {
  const id = getTableColumns(table)['id'] ?? column
  return sql`select ${kind}::text as kind, ${oneOf(table)}::text as subject, ${id}::text as id,
    null::int as cents,
    jsonb_build_object('account', ${column}) as facts
    from ${table} where ${column} in (select m.id from users m where m.merged_into_id is not null)
      and ${also ?? sql`true`}`
}

/** Finds what a merge should have transferred or ended and still belongs to a merged account. */
export const mergedAccounts: IntegrityCheckQuery = () =>
  sql.join(
    [
      ...TRANSFERRED_REFERENCES.map(({ table, column }) =>
        findReferencesToMerged(table, column, 'left_behind'),
      ),
      findReferencesToMerged(
        creditBalances,
        creditBalances.userId,
        'left_behind',
        sql`${creditBalances.balanceCents} <> 0`,
      ),
      findReferencesToMerged(
        creditCards,
        creditCards.userId,
        'left_behind',
        sql`${creditCards.removedAt} is null`,
      ),
      findReferencesToMerged(userRoles, userRoles.userId, 'not_ended'),
      findReferencesToMerged(secondFactors, secondFactors.userId, 'not_ended'),
      findReferencesToMerged(
        sessions,
        sessions.userId,
        'not_ended',
        sql`${sessions.scope} = 'customer' and ${sessions.revokedAt} is null`,
      ),
      findReferencesToMerged(users, users.id, 'not_ended', sql`${users.passwordHash} is not null`),
    ],
    sql` union all `,
  )
