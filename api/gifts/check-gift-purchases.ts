import { sql } from 'drizzle-orm'
import { type IntegrityCheckQuery, readInstant } from '../store/integrity-check.ts'

/**
 * Every card of a paid order exists, none of an unpaid one does, and gifts were mailed to those who
 * can use them.
 */
export const giftPurchases: IntegrityCheckQuery = (now) => sql`
  with due as (
    select i.order_id, sum(i.quantity)::int as cards from order_item_gift_cards i group by i.order_id
  ), made as (
    select purchaser_order_id as order_id, count(*)::int as cards from gift_cards
    where purchaser_order_id is not null group by purchaser_order_id
  )
  select 'not_made' as kind, 'order' as subject, o.id::text as id, o.amount_paid_cents as cents,
    jsonb_build_object('bought', d.cards, 'made', coalesce(m.cards, 0)) as facts
  from orders o join due d on d.order_id = o.id left join made m on m.order_id = o.id
  where o.completed_at is not null and coalesce(m.cards, 0) <> d.cards
  union all
  select 'made_unpaid', 'order', o.id::text, 0, jsonb_build_object('made', m.cards)
  from made m join orders o on o.id = m.order_id where o.completed_at is null
  union all
  select 'not_sent', 'order_item_gift_card', i.id::text, null, jsonb_build_object('order', i.order_id)
  from order_item_gift_cards i join orders o on o.id = i.order_id
  where o.status in ('completed', 'partially_refunded') and i.sent_at is null
    and i.recipient_email is not null
    and i.send_on is not null and i.send_on < (${readInstant(now)} at time zone 'UTC')::date - 1
  union all
  -- Gifts that did not come with a purchase; what is used or on hold keeps one back.
  select 'not_sent', 'gift_share', s.id::text, null, jsonb_build_object('day', s.send_on)
  from gift_shares s
  where s.order_item_id is null and s.way = 'mail' and s.mailed_at is null and s.taken_back_at is null
    and coalesce(s.send_on, s.created_at::date) < (${readInstant(now)} at time zone 'UTC')::date - 1
    and exists (select 1 from gift_share_items i join gift_cards g on g.id = i.gift_card_id
      where i.share_id = s.id and i.live and g.state = 'available'
      union all select 1 from gift_share_items i join vouchers v on v.id = i.voucher_id
      where i.share_id = s.id and i.live and v.state = 'available')
  union all
  -- Given to one, good for another: two people would reckon with it.
  select 'not_its_recipients', 'gift_share', s.id::text, null, jsonb_build_object('order', s.order_id)
  from gift_shares s join gift_share_items i on i.share_id = s.id and i.live
    left join gift_cards g on g.id = i.gift_card_id left join vouchers v on v.id = i.voucher_id
  where s.mailed_at is not null and s.taken_back_at is null
    and coalesce(g.last_emailed_to, v.last_emailed_to) is distinct from s.recipient_email
  union all
  select 'given_and_free', 'gift_share', s.id::text, null, jsonb_build_object('order', s.order_id)
  from gift_shares s where s.taken_back_at is not null
    and exists (select 1 from gift_share_items i where i.share_id = s.id and i.live)`
