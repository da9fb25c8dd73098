import { sql } from 'drizzle-orm'

/**
 * Every movement of payouts with its match in our tables: the order of the money, and `matched`. A
 * membership's payment matches its invoice. A dispute may cover a part, so it matches by its
 * payment alone. A payment that is not ours and was refunded completely counts as matched.
 *
 * @param of a condition on `l` that selects the lines
 */
export const matchedPayoutLines = (of = sql`true`) => sql`
  select l.*, coalesce(p.order_id, r.order_id) as order_id,
    coalesce(case l.kind
      when 'payment' then coalesce(p.amount_cents, i.amount_cents) = l.amount_cents
      when 'refund' then r.amount_cents = -l.amount_cents and r.state <> 'created'
      when 'refund_failure' then r.amount_cents = l.amount_cents and r.state = 'failed'
      when 'dispute' then p.dispute_state is not null
      when 'payout_failure' then b.amount_cents = l.amount_cents and b.state in ('failed', 'canceled')
      when 'fee' then true
      when 'hold' then true
    end, false) or (
      l.kind in ('payment', 'refund') and p.amount_cents is null and i.amount_cents is null
        and r.amount_cents is null and (
        select sum(amount_cents) = 0 from payout_lines o
          where o.payment_intent = l.payment_intent)) as matched
  from payout_lines l
  left join lateral (
    select order_id, amount_cents, dispute_state from payments p
    where p.payment_intent = l.payment_intent and l.kind in ('payment', 'dispute') limit 1) p on true
  left join lateral (
    select amount_cents from subscription_invoices i
    where i.payment_intent = l.payment_intent and i.status = 'paid' and l.kind = 'payment' limit 1) i on true
  left join lateral (
    select order_id, amount_cents, state from refunds r
    where r.reference = l.source and l.kind in ('refund', 'refund_failure') limit 1) r on true
  left join payouts b on b.reference = l.source and l.kind = 'payout_failure'
  where ${of}`

/** The sums of a payout's movements in cents; `from` has rows of `matchedPayoutLines`. */
export const LINE_SUMS = sql`
  coalesce(sum(amount_cents) filter (where kind = 'payment'), 0)::int as payments,
  coalesce(sum(amount_cents) filter (where kind in ('refund', 'refund_failure')), 0)::int as refunds,
  coalesce(sum(amount_cents) filter (where kind = 'dispute'), 0)::int as disputes,
  coalesce(sum(amount_cents) filter (where kind = 'payout_failure'), 0)::int as returned,
  coalesce(sum(amount_cents) filter (where kind in ('hold', 'other')), 0)::int as other,
  coalesce(sum(fee_cents - case when kind = 'fee' then amount_cents else 0 end), 0)::int as fees,
  coalesce(sum(amount_cents - fee_cents), 0)::int as net,
  count(*)::int as lines,
  (count(*) filter (where not matched))::int as unmatched`
