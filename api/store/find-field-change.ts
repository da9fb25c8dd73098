import { sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { auditLog } from '../db/schema/audit.ts'
import { users } from '../db/schema/people.ts'
import { rawStatement } from '../db/statement.ts'

interface ChangedField {
  /** The plural name of the resource. */
  resource: string
  id: number
  field: string
  /** The value as the audit log has it. */
  value: unknown
}

export interface FieldChange {
  by: string
  at: Date
}

const selectLastOfField = rawStatement<
  { resource: string; id: number; field: string; value: string },
  { by: string; at: Date | string; is_present: boolean }
>(sql`
  select a.at, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as by,
    a.api_key_id is null
      and a.after->${sql.placeholder('field')}::text = ${sql.placeholder('value')}::jsonb as is_present
  from ${auditLog} a join ${users} u on u.id = a.user_id
  where a.resource = ${sql.placeholder('resource')} and a.resource_id = ${sql.placeholder('id')}
    and a.after ? ${sql.placeholder('field')}::text
  order by a.id desc limit 1`)

/**
 * Who set a field to its present value, and when, by the audit log; undefined when another way set
 * it, or an API key, behind which is no person of ours.
 */
export async function findFieldChange(
  db: DbOrTx,
  { value, ...subject }: ChangedField,
): Promise<FieldChange | undefined> {
  const [last] = await selectLastOfField(db, { ...subject, value: JSON.stringify(value ?? null) })
  return last?.is_present ? { by: last.by, at: new Date(last.at) } : undefined
}
