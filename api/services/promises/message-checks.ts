import { sql } from 'drizzle-orm'
import { type Check, minutesBefore } from './check.ts'

/** After a month a mail that failed is nothing that anybody waits for. */
const FAILED_COUNTS_FOR_MINUTES = 30 * 24 * 60

/** A mail that is to leave later counts from then; one that was given up counts for a month. */
export const mailsUnsent: Check = (now) => sql`
  select state as kind, 'mail' as subject, id::text as id, null::int as cents,
    jsonb_build_object('mail', kind, 'tries', tries, 'order', order_id) as facts
  from mails
  where (state = 'queued' or (state = 'failed' and created_at > ${minutesBefore(now, FAILED_COUNTS_FOR_MINUTES)}))
    and (case when tries = 0 then greatest(created_at, next_try_at) else created_at end) < ${minutesBefore(now, 10)}`

export const providerNews: Check = (now) => sql`
  select 'not_worked_off' as kind, 'event' as subject, event_id as id, null::int as cents,
    jsonb_build_object('type', type, 'tries', tries) as facts
  from webhook_inbox where handled_at is null and received_at < ${minutesBefore(now, 60)}`

/** What the pass through the provider's lists left open; see `reconcile-provider.ts`. */
export const providerPayments: Check = () => sql`
  select kind, case when refund_id is not null then 'refund' when payment_id is not null then 'payment'
      else 'provider_object' end as subject, reference as id, cents,
    jsonb_build_object('order', order_id, 'payment', payment_id, 'refund', refund_id, 'here', here, 'there', there) as facts
  from provider_differences where resolved_at is null`
