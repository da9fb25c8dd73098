import { type ApiDeps } from '#api/deps.ts'

interface OpenAgent {
  /** A paid order that becomes theirs, on a statement. */
  orderId: number
  userId?: number
}

let made = 0

/** Makes an agent of the first brand with an order of theirs and its statement of a month. */
export async function openAgent(
  { deps: { database, clock } }: { deps: Pick<ApiDeps, 'database' | 'clock'> },
  { orderId, userId }: OpenAgent,
): Promise<{ id: number; statementId: number; name: string; code: string }> {
  const now = clock.now()
  const name = `Harbor Hotels ${String(++made)}`
  const code = `harbor-${String(made)}`
  const one = async (statement: string, ...values: unknown[]) =>
    Number((await database.query(statement, values)).rows[0]?.['id'])
  const id = await one(
    `insert into agents (brand_id, name, code, user_id, stated_until, created_at)
     values (1, $1, $2, $3, '2000-01-01', $4) returning id`,
    ...[name, code, userId ?? null, now],
  )
  await database.query('update orders set agent_id = $1 where id = $2', [id, orderId])
  const statementId = await one(
    `insert into agent_statements (agent_id, number, month, until_at, earned_cents, carried_cents, created_at)
     values ($1, 1, '2000-01-01', $2, 1200, 0, $2) returning id`,
    ...[id, now],
  )
  await database.query(
    `insert into agent_statement_lines (statement_id, order_id, flight, flown_on, rate_bps, kept_cents,
       amount_cents) values ($1, $2, 'The New Yorker', '2000-01-20', 1200, 10000, 1200)`,
    [statementId, orderId],
  )
  return { id, statementId, name, code }
}
