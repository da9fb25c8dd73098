import { sql } from 'drizzle-orm'
import { listMailKinds } from '../../store/mails/queue-mail.ts'
import { type IntegrityCheckQuery, minutesBefore } from '../../store/integrity-check.ts'

/** After a month a failed mail is not reported any more. */
const FAILED_COUNTS_FOR_MINUTES = 30 * 24 * 60

/**
 * Finds unsent mails. A scheduled mail counts from its time, and a failed one is reported for a
 * month.
 */
export const unsentMails: IntegrityCheckQuery = (now) => sql`
  select state as kind, 'mail' as subject, id::text as id, null::int as cents,
    jsonb_build_object('mail', kind, 'tries', tries, 'order', order_id) as facts
  from mails
  where (state = 'queued' or (state = 'failed'
    and created_at > ${minutesBefore(now, FAILED_COUNTS_FOR_MINUTES)}))
    and (case when tries = 0 then greatest(created_at, next_try_at)
      else created_at end) < ${minutesBefore(now, 10)}`

/**
 * Finds bounced mails that customers are entitled to and that have no staff task, unless the
 * address was corrected, and newsletters to permanently refused addresses.
 */
export const lostMails: IntegrityCheckQuery = () => sql`
  select 'no_task' as kind, 'mail' as subject, m.id::text as id, null::int as cents,
    jsonb_build_object('mail', m.kind, 'order', m.order_id) as facts
  from mails m join orders o on o.id = m.order_id and lower(o.email) = lower(m."to")
  where m.state = 'bounced' and m.again_at is null and m.kind in (${kindsDelivered('required')})
    and not exists (select 1 from staff_tasks s where s.mail_id = m.id)
    and not exists (select 1 from order_events e where e.order_id = o.id
      and e.reason like 'e-mail corrected%')
  union all
  select 'still_reads', 'newsletter_subscriber', n.id::text, null, jsonb_build_object('list', n.list)
  from newsletter_subscribers n
  where n.state = 'confirmed' and exists (
    select 1 from mail_bounces b where b.email = n.email and b.type = 'hard' and b.settled_at is null)
  union all
  select 'sent_news', 'mail', m.id::text, null, jsonb_build_object('mail', m.kind)
  from mails m
  where m.kind in (${kindsDelivered('optional')}) and m.state = 'sent' and exists (
    select 1 from mail_bounces b where b.email = lower(m."to") and b.type = 'hard'
      and b.created_at < m.sent_at - interval '1 minute'
      and (b.settled_at is null or b.settled_at > m.sent_at))`

const kindsDelivered = (delivery: 'required' | 'optional') =>
  sql.join(
    listMailKinds((declaration) => declaration.delivery === delivery).map((kind) => sql`${kind}`),
    sql`, `,
  )

export const missedProviderEvents: IntegrityCheckQuery = (now) => sql`
  select 'not_worked_off' as kind, 'event' as subject, event_id as id, null::int as cents,
    jsonb_build_object('type', type, 'tries', tries) as facts
  from webhook_inbox where handled_at is null and received_at < ${minutesBefore(now, 60)}`

/** The open differences that `reconcile-provider.ts` found. */
export const providerPayments: IntegrityCheckQuery = () => sql`
  select kind, case when refund_id is not null then 'refund' when payment_id is not null then 'payment'
      else 'provider_object' end as subject, reference as id, cents,
    jsonb_build_object('order', order_id, 'payment', payment_id, 'refund', refund_id, 'here', here,
      'there', there) as facts
  from provider_differences where resolved_at is null`
