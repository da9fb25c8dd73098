import { sql } from 'drizzle-orm'
import { type IntegrityCheckQuery } from '../store/integrity-check.ts'

/**
 * Finds statements of agents that are not the sum of their lines, that have gaps, that carry on
 * something else than the one before says, whose posting differs, and orders with more commission than
 * their flights cost or less than nothing.
 */
export const differingAgentStatements: IntegrityCheckQuery = () => sql`
  with stated as (
    select s.*, coalesce((select sum(amount_cents) from agent_statement_lines where statement_id = s.id), 0)
        as lines_cents,
      lag(s.earned_cents + s.carried_cents) over each_agent as before_cents,
      row_number() over each_agent as place,
      (select coalesce(sum(e.amount_cents), 0) from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id and e.account = 'commission'
        where t.event_key = 'agent_statement:' || s.id) as booked_cents,
      (select coalesce(sum(e.amount_cents), 0) from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id and e.account = 'owed:agents'
        where t.event_key = 'agent_statement:' || s.id || ':paid') as paid_cents
    from agent_statements s window each_agent as (partition by s.agent_id order by s.number))
  select 'agent_statement_differs' as kind, 'agent_statement' as subject, id::text as id,
    abs(earned_cents - lines_cents)::int as cents,
    jsonb_build_object('lines', lines_cents, 'earned', earned_cents, 'carried', carried_cents,
      'booked', booked_cents, 'paid', paid_cents) as facts
  from stated
  where earned_cents <> lines_cents or booked_cents <> earned_cents or number <> place
    or carried_cents <> least(0, coalesce(before_cents, 0))
    or paid_cents <> case when paid_at is null then 0 else earned_cents + carried_cents end
  union all
  select 'commission_out_of_range', 'order', l.order_id::text, abs(sum(l.amount_cents))::int,
    jsonb_build_object('commission', sum(l.amount_cents))
  from agent_statement_lines l join orders o on o.id = l.order_id
  join agent_statements s on s.id = l.statement_id
  group by l.order_id, o.agent_id
  having sum(l.amount_cents) < 0 or sum(l.amount_cents) > max(l.kept_cents)
    or bool_or(s.agent_id is distinct from o.agent_id)`
