import { sql } from 'drizzle-orm'
import { type IntegrityCheckQuery, minutesBefore } from '../../store/integrity-check.ts'

/** Payments that were accepted; those posted as `owed` are refunded. */
const SALES = sql`
  select p.order_id, sum(p.amount_cents)::int as cents,
    -- Parts of one order are paid one after the other; anything else pays it once.
    count(*) filter (where a.purpose = 'order' and not a.part)
      + least(count(*) filter (where a.purpose = 'order' and a.part), 1) as times
  from payments p join payment_attempts a on a.id = p.attempt_id
  where not exists (
    select 1 from ledger_transactions t where t.event_key = 'payment:' || p.id and t.kind = 'owed')
  group by p.order_id`

const GIVEN_BACK = sql`
  select payment_id, sum(amount_cents)::int as cents from refunds where state <> 'failed' group by payment_id`

/** What refunds took off the amount due, and what orders that were never ended still owe. */
const DUES = sql`
  select o.id, o.status, o.due_cents, o.completed_at,
    o.total_cents - o.credits_cents - o.amount_paid_cents - coalesce(w.cents, 0) as left_cents
  from orders o left join (
    select order_id, sum(coalesce((tenders ->> 'dueCents')::int, 0))::int as cents
    from order_refunds group by order_id
  ) w on w.order_id = o.id
  where o.amount_paid_cents > 0`

export const incorrectlyPaidOrders: IntegrityCheckQuery = () => sql`
  with sales as (${SALES}), given_back as (${GIVEN_BACK}), dues as (${DUES})
  select 'paid_differs' as kind, 'order' as subject, o.id::text as id,
    abs(o.amount_paid_cents - coalesce(s.cents, 0)) as cents,
    jsonb_build_object('order_says', o.amount_paid_cents, 'payments', coalesce(s.cents, 0)) as facts
  from orders o left join sales s on s.order_id = o.id
  where o.amount_paid_cents <> coalesce(s.cents, 0)
  union all
  select 'paid_twice', 'order', s.order_id::text, s.cents, jsonb_build_object('payments', s.times)
  from sales s where s.times > 1
  union all
  -- The parts that were paid and what is due are together the price, less what refunds took off it.
  select 'due_differs', 'order', d.id::text, abs(d.due_cents - d.left_cents),
    jsonb_build_object('order_says', d.due_cents, 'left', d.left_cents, 'status', d.status)
  from dues d where d.due_cents <> d.left_cents
  union all
  select 'completed_while_due', 'order', d.id::text, d.due_cents, jsonb_build_object('status', d.status)
  from dues d where d.due_cents > 0 and d.completed_at is not null
  union all
  select 'refunds_differ', 'payment', p.id::text, abs(p.refunded_cents - coalesce(g.cents, 0)),
    jsonb_build_object('payment_says', p.refunded_cents, 'refunds', coalesce(g.cents, 0), 'order', p.order_id)
  from payments p left join given_back g on g.payment_id = p.id
  where p.refunded_cents <> coalesce(g.cents, 0)
  union all
  select 'succeeded_without_payment', 'payment_attempt', a.id::text, a.amount_cents,
    jsonb_build_object('order', a.order_id)
  from payment_attempts a left join payments p on p.attempt_id = a.id
  where a.state = 'succeeded' and p.id is null`

/**
 * Finds orders refunded by voucher whose refunds to cards, tenders and voucher exceed what was
 * paid.
 */
export const doubleRefunds: IntegrityCheckQuery = () => sql`
  with sales as (${SALES}),
  vouchered as (
    select t.order_id, -sum(e.amount_cents)::int as cents from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id and e.account = 'vouchers'
    where t.kind = 'vouchered' group by t.order_id
  ),
  cards as (
    select r.order_id, sum(r.amount_cents)::int as cents from refunds r
    where r.state <> 'failed' and not exists (
      select 1 from ledger_transactions t where t.event_key = 'payment:' || r.payment_id and t.kind = 'owed')
    group by r.order_id
  ),
  tendered as (
    select order_id, sum(amount_cents)::int as paid,
      sum(case when gift_card_id is not null and state = 'returned' then amount_cents
        else returned_cents end)::int as back
    from order_tenders where state in ('captured', 'returned') group by order_id
  )
  select 'given_back_twice' as kind, 'order' as subject, v.order_id::text as id,
    v.cents + coalesce(c.cents, 0) + coalesce(t.back, 0) - coalesce(s.cents, 0) - coalesce(t.paid, 0) as
      cents,
    jsonb_build_object('voucher', v.cents, 'cards', coalesce(c.cents, 0)) as facts
  from vouchered v left join sales s on s.order_id = v.order_id left join cards c on c.order_id = v.order_id
  left join tendered t on t.order_id = v.order_id
  where v.cents + coalesce(c.cents, 0) + coalesce(t.back, 0) > coalesce(s.cents, 0) + coalesce(t.paid, 0)`

/** Finds orders whose seats or aircraft do not have the price that staff set for them. */
export const differingStaffPrices: IntegrityCheckQuery = () => sql`
  select 'staff_price_differs' as kind, 'order' as subject, s.order_id::text as id,
    abs(s.unit_price_cents * s.units - coalesce(l.cents, 0)) as cents,
    jsonb_build_object('set', s.unit_price_cents, 'units', s.units, 'sold', i.units,
      'lines', l.cents) as facts
  from staff_prices s
  cross join lateral (
    select coalesce(sum(quantity), 0)::int as units, min(unit_price_cents) as lowest,
      max(unit_price_cents) as highest
    from (
      select quantity, unit_price_cents from order_item_seats
      where order_id = s.order_id and order_change_id is null
      union all select 1, unit_price_cents from order_item_flights where order_id = s.order_id) one
  ) i
  cross join lateral (
    select coalesce(sum(quantity), 0)::int as units, coalesce(sum(amount_cents), 0)::int as cents
    from order_lines
    where order_id = s.order_id and kind in ('seat', 'flight') and order_change_id is null
  ) l
  where (i.units, i.lowest, i.highest, l.units, l.cents)
    is distinct from (s.units, s.unit_price_cents, s.unit_price_cents, s.units, s.unit_price_cents * s.units)`

/**
 * Finds no-shows whose voucher is not what the rule gave, that stand for somebody who came, and that were
 * not settled within an hour after their flight.
 */
export const unsettledNoShows: IntegrityCheckQuery = (now) => sql`
  select 'no_show_differs' as kind, 'order' as subject, n.order_id::text as id, n.value_cents as cents,
    jsonb_build_object('no_show', n.id, 'undone', n.undone_at is not null, 'voucher', v.state) as facts
  from no_shows n join passengers p on p.id = n.passenger_id left join vouchers v on v.id = n.voucher_id
  where case when n.undone_at is null
    then p.boarding is distinct from 'no_show' or v.value_cents <> n.value_cents
    else v.state <> 'void' or v.balance_cents <> 0 end
  union all
  select 'no_show_not_settled', 'order', p.order_id::text, null, jsonb_build_object('flight', f.id)
  from passengers p join flights f on f.id = coalesce(p.flight_id, (select min(h.flight_id) from holds h
    where h.order_id = p.order_id and h.state = 'sold'))
  where p.boarding = 'no_show' and f.status in ('departed', 'landed')
    and greatest(f.depart_at, p.boarded_at) between ${minutesBefore(now, 2_700)} and ${minutesBefore(now, 60)}
    and f.depart_at > ${minutesBefore(now, 2_700)}
    and not exists (select 1 from no_shows n where n.passenger_id = p.id and n.undone_at is null)`

/**
 * Finds refunds that take longer than an hour, which is ten times the usual time. Disputed payments
 * cannot be refunded, and manual refunds wait for the customer, so both are excluded.
 */
export const overdueReturns: IntegrityCheckQuery = (now) => sql`
  with given_back as (${GIVEN_BACK})
  select 'not_given_back' as kind, 'payment' as subject, p.id::text as id,
    p.amount_cents - coalesce(g.cents, 0) as cents, jsonb_build_object('order', p.order_id) as facts
  from payments p join ledger_transactions t on t.event_key = 'payment:' || p.id and t.kind = 'owed'
  left join given_back g on g.payment_id = p.id
  where p.created_at < ${minutesBefore(now, 60)} and coalesce(g.cents, 0) < p.amount_cents
    and p.dispute_state is null
  union all
  select 'not_asked_for', 'refund', r.id::text, r.amount_cents, jsonb_build_object('order', r.order_id)
  from refunds r join payments p on p.id = r.payment_id
  where r.state = 'created' and r.created_at < ${minutesBefore(now, 60)} and p.dispute_state is null
    and p.method = 'online'`

export const tenders: IntegrityCheckQuery = () => sql`
  select 'reserved_for_nothing' as kind, 'order_tender' as subject, t.id::text as id, t.amount_cents as cents,
    jsonb_build_object('order', t.order_id, 'tender', t.kind) as facts
  from order_tenders t left join payment_attempts a on a.id = t.attempt_id
  where t.state = 'reserved' and coalesce(a.state, '') not in ('created', 'open')
  union all
  select 'paid_for_nothing', 'order_tender', t.id::text, t.amount_cents,
    jsonb_build_object('order', t.order_id, 'tender', t.kind, 'status', o.status)
  from order_tenders t join orders o on o.id = t.order_id
  where t.state = 'captured' and o.status in ('awaiting_payment', 'expired')
  union all
  select 'used_twice', 'gift_card', t.gift_card_id::text, sum(t.amount_cents)::int,
    jsonb_build_object('times', count(*))
  from order_tenders t where t.gift_card_id is not null and t.state in ('reserved', 'captured')
  group by t.gift_card_id having count(*) > 1
  union all
  select case when g.order_id is null then 'used_and_free'
    else 'taken_by_nothing' end, 'gift_card', g.id::text,
    g.value_cents, jsonb_build_object('state', g.state, 'order', g.order_id)
  from gift_cards g
  where (g.state in ('reserved', 'redeemed')) <> exists (
    select 1 from order_tenders t where t.gift_card_id = g.id and t.state in ('reserved', 'captured')
      and (g.order_id is null or t.order_id = g.order_id))`

/**
 * Finds codes used above their limit. Only captured uses count, because reserved ones are checked
 * again before they are captured.
 */
export const codeLimits: IntegrityCheckQuery = () => sql`
  select 'over_limit' as kind, 'discount_code' as subject, c.id::text as id, null::int as cents,
    jsonb_build_object('used', u.uses, 'limit', c.redemption_limit) as facts
  from discount_codes c join (
    select discount_code_id, count(*)::int as uses from discount_code_uses where state = 'captured'
    group by discount_code_id
  ) u on u.discount_code_id = c.id
  where u.uses > c.redemption_limit`
