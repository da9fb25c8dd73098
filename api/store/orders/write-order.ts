import { sql, type SQL } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { orders } from '../../db/schema/orders.ts'
import { rawStatement } from '../../db/statement.ts'
import { findAgentCode, sourceTags } from '../../rules/orders/source-tags.ts'
import { type OrderToPlace, type Placement } from './order-kind.ts'

/** The columns of an order that depend on what is sold. */
type KindColumns = Pick<typeof orders.$inferInsert, 'productId' | 'quantityType' | 'quantity'> &
  Partial<Pick<typeof orders.$inferInsert, 'kind' | 'secondSeats' | 'membershipPlanId' | 'heldUntil'>>

/** What an order of a flight consists of; empty for others. */
export interface FlightItems {
  /** Of an adult's seat, or an aircraft. */
  unitPriceCents: number
  /** The seats on each flight, or the whole aircraft. */
  unit: 'seat' | 'flight'
  reserved: readonly {
    flightId: number
    departureId: number
    departAt: Date
    seats: number
    weightLbs: number
    /** What its passengers who are no adults pay less for their seats, together. */
    typesOffCents: number
  }[]
  holdUntil: Date
  byStaff: boolean
  upgrades: readonly {
    upgradeId: number
    name: string
    quantity: number
    unitCents: number
    answer: string | null
  }[]
  passengers: readonly {
    flightId: number | null
    fullName: string
    weightLbs: number | null
    passengerTypeId: number | null
    passengerType: string | null
  }[]
}

/**
 * Writes an order with all that it consists of in one statement: its row, its breakdown, the use of
 * its code, its first event, and the items, passengers and holds of a flight. `settleDiscountUses`
 * later settles the use with the order.
 */
export async function writeOrder(
  tx: Tx,
  { buyer, fields, order, now }: Placement<OrderToPlace>,
  columns: KindColumns,
  items?: FlightItems,
): Promise<number> {
  const { priced, cart, facts, cartHash } = order
  const tagList = sourceTags(fields.tag_list)
  const [row] = await insertOrder(tx, {
    kind: columns.kind ?? 'flight',
    productId: columns.productId,
    quantityType: columns.quantityType,
    quantity: columns.quantity,
    secondSeats: columns.secondSeats ?? 0,
    membershipPlanId: columns.membershipPlanId ?? null,
    heldUntil: columns.heldUntil ?? null,
    brandId: fields.brand_id,
    userId: buyer.userId,
    sessionId: buyer.sessionId,
    email: buyer.email,
    phone: buyer.phone,
    networkKey: buyer.networkKey,
    channel: buyer.channel,
    variantType: fields.variant_type ?? null,
    tagList,
    agentCode: findAgentCode(tagList),
    cartHash,
    subtotalCents: priced.subtotalCents,
    feesCents: priced.feesCents,
    taxCents: priced.taxCents,
    discountCents: priced.discountCents,
    creditsCents: priced.creditsCents,
    totalCents: priced.totalCents,
    pricing: { facts: facts.pricing, cart },
    draftId: fields.draft_id || null,
    discountCodeId: cart.discount?.id ?? null,
    actor: buyer.actor,
    now,
    lines: JSON.stringify(numbered(priced.lines)),
    unitPriceCents: items?.unitPriceCents ?? null,
    unit: items?.unit ?? null,
    reserved: JSON.stringify(items?.reserved ?? []),
    holdUntil: items?.holdUntil ?? null,
    byStaff: items?.byStaff ?? false,
    upgrades: JSON.stringify(items?.upgrades ?? []),
    passengers: JSON.stringify(numbered(items?.passengers ?? [])),
  })
  if (!row) throw new Error('The order was not written')
  return row.id
}

const numbered = <Row extends object>(rows: readonly Row[]) =>
  rows.map((row, position) => ({ ...row, position }))

const value = sql.placeholder
const integer = (name: string) => sql`${value(name)}::int`
const instant = (name: string) => sql`${value(name)}::timestamptz`
const rowsOf = (name: string) => sql`jsonb_to_recordset(${value(name)}::jsonb)`

/** The draft in which it was typed and the draft's origin; nothing for a draft that has ended. */
const draft = (what: SQL) => sql`(select ${what} from "drafts" where "id" = ${value('draftId')}::text)`

/**
 * The agent whose account books it or whose link brought the buyer. A guest may have typed the agent's
 * address, so only sessions with a password count as theirs.
 */
const agent = sql`(
  select a."id" from "agents" a
  cross join lateral (select a."user_id" = ${integer('userId')} and exists (select 1 from "sessions" s
    where s."id" = ${value('sessionId')}::uuid and s."scope" = 'customer') as "own") booked
  where a."brand_id" = ${integer('brandId')} and a."ended_at" is null
    and (booked."own" or a."code" = ${value('agentCode')}::text)
  order by booked."own" desc nulls last, a."id" limit 1)`

const orderRow = (db: DbOrTx) =>
  db
    .insert(orders)
    .values({
      kind: value('kind'),
      productId: value('productId'),
      quantityType: value('quantityType'),
      quantity: value('quantity'),
      secondSeats: value('secondSeats'),
      membershipPlanId: value('membershipPlanId'),
      heldUntil: value('heldUntil'),
      brandId: value('brandId'),
      userId: value('userId'),
      sessionId: value('sessionId'),
      status: 'awaiting_payment',
      email: value('email'),
      phone: value('phone'),
      networkKey: value('networkKey'),
      channel: value('channel'),
      variantType: value('variantType'),
      tagList: value('tagList'),
      agentId: agent,
      cartHash: value('cartHash'),
      subtotalCents: value('subtotalCents'),
      feesCents: value('feesCents'),
      taxCents: value('taxCents'),
      discountCents: value('discountCents'),
      creditsCents: value('creditsCents'),
      totalCents: value('totalCents'),
      pricing: value('pricing'),
      draftId: draft(sql`"id"`),
      draftRoot: draft(sql`coalesce("root_id", "id")`),
      createdAt: value('now'),
    })
    .returning({ id: orders.id })

const insertOrder = rawStatement<Record<string, unknown>, { id: number }>(
  (db) => sql`
  with placed as ${orderRow(db)}, line as (
    insert into "order_lines" ("order_id", "position", "kind", "subject_id", "label", "detail", "quantity",
      "unit_cents", "amount_cents", "rule")
    select placed."id", x."position", x."kind", x."subjectId", x."label", x."detail", x."quantity",
      x."unitCents", x."amountCents", x."rule"
    from placed, ${rowsOf('lines')} as x ("position" int, "kind" text, "subjectId" int, "label" text,
      "detail" text,
      "quantity" int, "unitCents" int, "amountCents" int, "rule" text)
    order by x."position"
  ), used as (
    insert into "discount_code_uses" ("order_id", "discount_code_id", "state", "created_at")
    select placed."id", ${integer('discountCodeId')}, 'reserved', ${instant('now')} from placed
    where ${integer('discountCodeId')} is not null
  ), event as (
    insert into "order_events" ("order_id", "at", "actor", "to_status", "reason")
    select placed."id", ${instant('now')}, ${value('actor')}, 'awaiting_payment', 'placed' from placed
  ), reserved as (
    select placed."id" as "order_id", x.* from placed, rows from (
      ${rowsOf('reserved')} as ("flightId" int, "departureId" int, "departAt" timestamptz, "seats" int,
        "weightLbs" int, "typesOffCents" int)
    ) with ordinality as x ("flightId", "departureId", "departAt", "seats", "weightLbs", "typesOffCents",
      "position")
  ), seat as (
    insert into "order_item_seats" ("order_id", "flight_id", "departure_id", "depart_at", "quantity",
      "unit_price_cents", "types_off_cents")
    select "order_id", "flightId", "departureId", "departAt", "seats", ${integer('unitPriceCents')},
      "typesOffCents"
    from reserved where ${value('unit')}::text = 'seat' order by "position"
  ), flight as (
    insert into "order_item_flights" ("order_id", "flight_id", "departure_id", "depart_at",
      "unit_price_cents")
    select "order_id", "flightId", "departureId", "departAt", ${integer('unitPriceCents')}
    from reserved where ${value('unit')}::text = 'flight' order by "position"
  ), upgrade as (
    insert into "order_item_upgrades" ("order_id", "upgrade_id", "name", "quantity", "unit_price_cents",
      "answer")
    select placed."id", x."upgradeId", x."name", x."quantity", x."unitCents", x."answer"
    from placed, ${rowsOf('upgrades')} as x ("upgradeId" int, "name" text, "quantity" int, "unitCents" int,
      "answer" text)
  ), passenger as (
    insert into "passengers" ("order_id", "flight_id", "position", "full_name", "weight_lbs",
      "passenger_type_id", "passenger_type")
    select placed."id", x."flightId", x."position", x."fullName", x."weightLbs", x."passengerTypeId",
      x."passengerType"
    from placed, ${rowsOf('passengers')} as x ("flightId" int, "position" int, "fullName" text,
      "weightLbs" int, "passengerTypeId" int, "passengerType" text)
    order by x."position"
  ), hold as (
    insert into "holds" ("order_id", "flight_id", "seats", "weight_lbs", "whole_flight", "by_staff",
      "state", "expires_at", "created_at")
    select "order_id", "flightId", "seats", "weightLbs", ${value('unit')}::text = 'flight',
      ${value('byStaff')}::boolean, 'held',
      ${instant('holdUntil')}, ${instant('now')}
    from reserved order by "position"
  )
  select "id" from placed`,
)
