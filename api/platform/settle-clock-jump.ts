import { type ApiDeps } from '../deps.ts'

/** So far the clocks of two processes may differ without anything being wrong. */
const TOLERANCE = '5 minutes'

/** Rows that end after a span: how they are open, and the columns of their beginning and their end. */
const spans = [
  { table: 'holds', begins: 'created_at', ends: 'expires_at', open: "state = 'held'" },
  {
    table: 'payment_attempts',
    begins: 'created_at',
    ends: 'hold_until',
    open: "state in ('created', 'open')",
  },
  { table: 'waitlist_offers', begins: 'created_at', ends: 'expires_at', open: "state = 'open'" },
  { table: 'claim_alternatives', begins: 'created_at', ends: 'expires_at', open: "state = 'open'" },
  // Waiting work begins anew: what was due then is due now.
  { table: 'mails', begins: 'created_at', ends: 'next_try_at', open: "state = 'queued'" },
  { table: 'texts', begins: 'created_at', ends: 'next_try_at', open: "state = 'queued'" },
  { table: 'webhook_deliveries', begins: 'created_at', ends: 'next_try_at', open: "state = 'queued'" },
  { table: 'webhook_inbox', begins: 'received_at', ends: 'next_try_at', open: 'handled_at is null' },
] as const

/**
 * The machine's clock was set back, so rows began in what is the future now: a hold would last for
 * hours and a mail would wait for as long. They begin now instead, and last as long as was promised.
 * A second run changes nothing.
 *
 * @returns how many rows it changed
 */
export async function settleClockJump({ database, clock, log }: ApiDeps): Promise<number> {
  const now = clock.now()
  let changed = 0
  for (const { table, begins, ends, open } of spans) {
    const { rows } = await database.query(
      `update ${table} set ${ends} = ${ends} - (${begins} - $1::timestamptz), ${begins} = $1
       where ${open} and ${begins} > $1::timestamptz + interval '${TOLERANCE}' returning 1`,
      [now],
    )
    changed += rows.length
  }
  if (changed > 0) log.warn({ changed }, 'the clock was set back: what began later begins now')
  return changed
}
