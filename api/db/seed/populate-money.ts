/**
 * What happened to populated orders after their payment: half got a refund of 50 dollars, the
 * buyers of the others a voucher, account credit and a gift card, and the provider paid out each
 * day's money. Uses the temporary table `sold`.
 */
export const MONEY_STATEMENTS = [
  `insert into order_refunds (order_id, origin, actor, reason, lines, tenders, amount_cents, created_at)
   select order_id, 'staff', 'user:1', 'populated', '[]',
     '{"cardCents":5000,"creditCents":0,"vouchers":[],"giftCards":[]}', 5000, at + interval '1 hour'
   from sold where n % 2 = 0`,
  `insert into refunds (order_id, payment_id, order_refund_id, amount_cents, reason, origin, state,
    idem_key, reference, created_at)
   select r.order_id, p.id, r.id, 5000, 'populated', 'order', 'succeeded', 'populated:' || r.id,
     're_populated' || r.id, r.created_at
   from order_refunds r join payments p on p.order_id = r.order_id where r.reason = 'populated'`,
  `update payments p set refunded_cents = r.amount_cents from refunds r where r.payment_id = p.id
    and r.reference like 're_populated%'`,
  `update orders o set status = 'partially_refunded' from order_refunds r where r.order_id = o.id
    and r.reason = 'populated'`,
  `insert into ledger_transactions (order_id, kind, event_key, at)
   select order_id, 'refunded', 'refund:' || id, created_at from refunds
     where reference like 're_populated%'`,
  `insert into ledger_entries (transaction_id, account, amount_cents)
   select t.id, e.account, e.cents from refunds r join ledger_transactions t
     on t.event_key = 'refund:' || r.id,
     lateral (values ('refunds', r.amount_cents), ('stripe', -r.amount_cents)) as e (account, cents)
   where r.reference like 're_populated%'`,
  `insert into vouchers (code_hash, code_sealed, code_tail, brand_id, user_id, order_id, value_cents,
    balance_cents, state, reason_type, reason_description, expires_at, created_at)
   select 'populated:' || n, '', lpad((n % 10000)::text, 4, '0'), (select min(id)
     from brands), user_id, order_id, 3000, 3000, 'available', 'goodwill', 'populated', at + interval
     '1 year', at
   from sold where n % 2 = 1`,
  `insert into credits (user_id, amount_cents, credit_type, reason, order_id, created_at)
   select user_id, 2000, 'goodwill', 'populated', order_id, at from sold where n % 2 = 1`,
  `insert into credit_balances (user_id, balance_cents) select user_id, sum(amount_cents) from credits
    where reason = 'populated' group by 1`,
  `insert into gift_cards (code_hash, code_sealed, code_tail, name, brand_id, product_id,
    good_for_fare_id, good_for_fare_ids, waiting_fees, unit, price_cents, value_cents, state,
    purchaser_id, expires_at, created_at)
   select 'populated:' || n, '', lpad((n % 10000)::text, 4, '0'), 'Populated', (select min(id)
     from brands), f.product_id, f.id, array[f.id], '[]', 'seat', 20000, 20000, 'available', user_id, at
     + interval '1 year', at
   from sold, (select id, product_id from fares order by id limit 1) f where n % 2 = 1`,
  `create temporary table given as
   select 'voucher:' || id as event_key, order_id, created_at as at, 'granted' as kind,
     'vouchers:granted' as debit, 'vouchers' as credit, value_cents as cents
     from vouchers where reason_description = 'populated'
   union all
   select 'credit:' || id, order_id, created_at, 'granted', 'credit:granted', 'credit', amount_cents
     from credits where reason = 'populated'
   union all
   select 'opened:gift_card:' || id, null, created_at, 'opened', 'opening', 'gifts', value_cents
     from gift_cards where name = 'Populated'`,
  `insert into ledger_transactions (order_id, kind, event_key, at) select order_id, kind, event_key, at
    from given`,
  `insert into ledger_entries (transaction_id, account, amount_cents)
   select t.id, e.account, e.cents from given g join ledger_transactions t on t.event_key = g.event_key,
     lateral (values (g.debit, g.cents), (g.credit, -g.cents)) as e (account, cents)`,
  `drop table given`,
  `create temporary table moved as
   select 'payment' as kind, 'ch_populated' || n as source, p.payment_intent, p.amount_cents,
     round(p.amount_cents * 0.029)::int + 30 as fee_cents, p.created_at as at
     from sold s join payments p on p.order_id = s.order_id
   union all
   select 'refund', r.reference, p.payment_intent, -r.amount_cents, 0, r.created_at
     from refunds r join payments p on p.id = r.payment_id where r.reference like 're_populated%'`,
  `insert into payouts (reference, amount_cents, currency, state, automatic, arrives_on, created_at,
    booked_at, checked_at)
   select 'po_populated' || to_char(day, 'YYYYMMDD'), sum(amount_cents - fee_cents), 'usd', 'paid',
     true, day + 3, day + interval '2 days', day + interval '2 days', day + interval '3 days'
   from (select (at at time zone 'UTC')::date as day, amount_cents, fee_cents from moved) m
   where day + 3 < $1::timestamptz group by day order by day`,
  `insert into payout_lines (payout_id, reference, kind, source, payment_intent, amount_cents,
    fee_cents, moved_at)
   select p.id, 'txn_' || m.source, m.kind, m.source, m.payment_intent, m.amount_cents, m.fee_cents, m.at
   from moved m join payouts p on p.reference = 'po_populated' || to_char(m.at at time zone 'UTC',
     'YYYYMMDD')`,
  `drop table moved`,
  `insert into ledger_transactions (kind, event_key, at) select 'payout', 'payout:' || id, booked_at
    from payouts where reference like 'po_populated%'`,
  `insert into ledger_entries (transaction_id, account, amount_cents)
   select t.id, e.account, e.cents
   from (select payout_id, sum(fee_cents)::int as fees from payout_lines group by 1) l join payouts p
     on p.id = l.payout_id
   join ledger_transactions t on t.event_key = 'payout:' || p.id,
     lateral (values ('bank', p.amount_cents), ('provider:fees', l.fees), ('stripe', -p.amount_cents -
       l.fees)) as e (account, cents)
   where p.reference like 'po_populated%'`,
] as const
