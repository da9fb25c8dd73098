import { sql } from 'drizzle-orm'
import { inPersonMethods, meansOfPayment } from '#contract/means-of-payment.ts'
import { listInSql } from '../../db/schema/columns.ts'
import { PROVIDER_ACCOUNT } from '../../rules/money/ledger.ts'
import { type IntegrityCheckQuery } from '../../store/integrity-check.ts'

const COUNTER_ACCOUNTS = listInSql(inPersonMethods.map((method) => meansOfPayment[method].account))

const POSTINGS = sql`
  select t.id, t.event_key, t.order_id, t.kind, count(e.id) as entries, coalesce(sum(e.amount_cents),
    0)::int as balance,
    coalesce(sum(e.amount_cents) filter (where e.account = ${PROVIDER_ACCOUNT}), 0)::int as provider,
    coalesce(sum(e.amount_cents) filter (where e.account in ${COUNTER_ACCOUNTS}), 0)::int as counter
  from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id group by t.id`

/**
 * Events that move money, each with the posting it must have and its effect on the provider's
 * account and on the in-person accounts.
 */
const EVENTS = sql`
  select 'payment' as subject, id::text as id, 'payment:' || id as event_key,
    case when method = 'online' then amount_cents else 0 end as provider,
    case when method = 'online' then 0 else amount_cents end as counter from payments
  union all
  select 'refund', r.id::text, 'refund:' || r.id, case when p.method = 'online' then -r.amount_cents
    else 0 end,
    case when p.method = 'online' then 0 else -r.amount_cents end
    from refunds r join payments p on p.id = r.payment_id where r.state = 'succeeded'
  union all
  select 'payment', id::text, 'dispute:' || dispute_reference, null, 0 from payments
    where dispute_state = 'lost'
  union all
  select 'order_refund', id::text, 'order_refund:' || id, 0, 0 from order_refunds
    where (tenders ->> 'creditCents')::int > 0 or jsonb_array_length(tenders -> 'vouchers') > 0
      or jsonb_array_length(tenders -> 'giftCards') > 0 or voucher_id is not null
      or (tenders ->> 'dueCents')::int > 0
  union all
  select 'subscription_invoice', reference, 'invoice:' || reference, amount_cents, 0
    from subscription_invoices
    where status = 'paid' and amount_cents > 0
  union all
  select 'payout', p.id::text, 'payout:' || p.id, -p.amount_cents - (
      select coalesce(sum(fee_cents - case when kind = 'fee' then amount_cents else 0 end), 0)::int
      from payout_lines l where l.payout_id = p.id), 0
    from payouts p where p.booked_at is not null
  union all
  select 'payout', id::text, 'payout:' || id || ':failed', amount_cents, 0
    from payouts where booked_at is not null and state in ('failed', 'canceled')
  union all
  select 'agent_statement', id::text, 'agent_statement:' || id, 0, 0 from agent_statements
    where earned_cents <> 0
  union all
  select 'agent_statement', id::text, 'agent_statement:' || id || ':paid', 0, 0 from agent_statements
    where paid_at is not null
  union all
  -- What stood when the books were opened is in their first posting.
  select 'credit', id::text, 'credit:' || id, 0, 0 from credits
    where created_at > coalesce((select max(at) from ledger_transactions
      where event_key = 'opened:credit'), '-infinity')`

/**
 * What the ledger owes the holders of credit, vouchers and gift cards, and the balances in their
 * tables.
 */
const ACCOUNTS = sql`
  select 'credit' as account, (select coalesce(sum(balance_cents), 0) from credit_balances)
    + (select coalesce(sum(amount_cents), 0) from order_tenders where kind = 'credit'
      and state = 'reserved') as owed
  union all
  select 'vouchers', (select coalesce(sum(balance_cents), 0) from vouchers)
    + (select coalesce(sum(amount_cents), 0) from order_tenders where kind = 'voucher' and state = 'reserved')
  union all
  -- Money in hand: owed to nobody, so the other way round.
  select 'cash', -(select coalesce(sum(amount_cents), 0) from drawer_movements)
    - (select coalesce(sum(counted_cents - expected_cents), 0) from drawers where closed_at is not null)
  union all
  -- What customers owe for orders paid in part: the other way round, too.
  select 'receivable', -(select coalesce(sum(due_cents), 0) from orders)
  union all
  select 'owed:agents', (select coalesce(sum(case when paid_at is null then earned_cents
    else -carried_cents end), 0) from agent_statements)
  union all
  select 'gifts', (select coalesce(sum(value_cents), 0) from gift_cards
    where state not in ('redeemed', 'void'))`

/** The balances carried to each midnight, and the sums of the entries until then. */
const CARRIED = sql`
  select coalesce(c.at, m.at) as at, coalesce(c.account, m.account) as account, c.amount_cents as carried,
    sum(coalesce(m.cents, 0)) over (partition by coalesce(c.account, m.account)
      order by coalesce(c.at, m.at)) as moved
  from ledger_carried c
  full join (
    select e.account, d.at, sum(e.amount_cents) as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      cross join lateral (select min(at) as at from ledger_carried where at > t.at) d
    where d.at is not null group by 1, 2) m on m.at = c.at and m.account = c.account`

/**
 * Finds postings that do not sum to 0, events without a posting, accounts that differ from their
 * tables, and carried balances that differ from the entries.
 */
export const ledgerBalance: IntegrityCheckQuery = () => sql`
  with postings as (${POSTINGS}), events as (${EVENTS}), accounts as (${ACCOUNTS}),
    carried as (${CARRIED})
  select 'unbalanced' as kind, 'ledger_transaction' as subject, p.id::text as id, abs(p.balance) as cents,
    jsonb_build_object('event', p.event_key, 'order', p.order_id, 'entries', p.entries) as facts
  from postings p where p.balance <> 0 or p.entries = 0
  union all
  select case when p.id is null then 'not_posted' else 'posted_wrongly' end, e.subject, e.id,
    abs(coalesce(e.provider, 0) - coalesce(p.provider, 0)) + abs(e.counter - coalesce(p.counter, 0)),
      jsonb_build_object('event', e.event_key)
  from events e left join postings p on p.event_key = e.event_key
  where p.id is null or (p.balance = 0 and p.entries > 0
    and (p.provider <> coalesce(e.provider, p.provider) or p.counter <> e.counter))
  union all
  select 'not_posted', 'order', o.id::text, o.total_cents, '{}' from orders o
  where (o.completed_at is not null or o.due_cents > 0)
    and exists (select 1 from order_lines l where l.order_id = o.id and l.amount_cents <> 0)
    and not exists (select 1 from ledger_transactions t where t.order_id = o.id and t.kind = 'sale')
  union all
  -- Gift cards are issued, or given up with their order, once nothing is due.
  select 'unissued_differs', 'order', o.id::text, abs(sum(e.amount_cents))::int,
    jsonb_build_object('status', o.status)
  from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
  join orders o on o.id = t.order_id
  where e.account = 'gifts:unissued' and o.status <> 'partially_paid'
  group by o.id having sum(e.amount_cents) <> 0
  union all
  select 'account_differs', 'account', a.account, abs(a.owed + l.balance)::int,
    jsonb_build_object('table', a.owed, 'ledger', -l.balance)
  from accounts a cross join lateral (
    select coalesce(sum(amount_cents), 0) as balance from ledger_entries where account = a.account) l
  where a.owed + l.balance <> 0
  union all
  select 'carried_wrongly', 'account', account, least(max(abs(coalesce(carried, 0) - moved)),
    2147483647)::int,
    jsonb_build_object('since', min(at))
  from carried where carried is distinct from moved group by account`
