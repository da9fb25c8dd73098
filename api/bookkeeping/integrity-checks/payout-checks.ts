import { sql } from 'drizzle-orm'
import { matchedPayoutLines } from '../payouts/held-payout-lines.ts'
import { type IntegrityCheckQuery, minutesBefore } from '../../store/integrity-check.ts'

/** Younger events may still be in transit. */
const GRACE_MINUTES = 60
/** The provider completes a payout within a day. */
const BOOKED_WITHIN_MINUTES = 3 * 24 * 60

/**
 * Finds movements of payouts that are missing or different in our tables, payouts that differ from
 * the sum of their movements, and payouts that were not posted.
 */
export const mismatchedPayouts: IntegrityCheckQuery = (now) => sql`
  with held as (${matchedPayoutLines()}), sums as (
    select payout_id, sum(amount_cents - fee_cents)::int as net from payout_lines group by payout_id)
  select 'not_here' as kind, 'payout_line' as subject, h.reference as id, abs(h.amount_cents) as cents,
    jsonb_build_object('payout', h.payout_id, 'is', h.kind, 'about', h.source, 'order', h.order_id,
      'cents', h.amount_cents) as facts
  from held h join payouts p on p.id = h.payout_id
  where not h.matched and p.booked_at < ${minutesBefore(now, GRACE_MINUTES)}
  union all
  select 'sum', 'payout', p.id::text, abs(p.amount_cents - coalesce(s.net, 0)),
    jsonb_build_object('paid_out', p.amount_cents, 'movements', coalesce(s.net, 0))
  from payouts p left join sums s on s.payout_id = p.id
  where p.automatic and p.booked_at is not null and p.amount_cents <> coalesce(s.net, 0)
  union all
  select 'not_booked', 'payout', id::text, abs(amount_cents), jsonb_build_object('state', state)
  from payouts where booked_at is null and created_at < ${minutesBefore(now, BOOKED_WITHIN_MINUTES)}`
