import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { brands } from './brands.ts'
import { instant } from './columns.ts'
import { users } from './people.ts'

/** Whoever sells for a brand and gets a commission: a hotel, a portal, an affiliate. */
export const agents = pgTable(
  'agents',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    name: text('name').notNull(),
    /** The `affiliate` of their link: `/?affiliate=harbor`, or the address of an affiliate's page. */
    code: text('code').notNull(),
    /** The account that reads the agent's own pages; null while nobody does. */
    userId: integer('user_id').references(() => users.id),
    /** The first of a month, by the calendar of the brand: what flies from then on is not stated yet. */
    statedUntil: date('stated_until', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** From then on new orders are not theirs. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    unique('agents_code_key').on(t.brandId, t.code),
    index('agents_user_idx').on(t.userId),
    index('agents_stated_idx').on(t.statedUntil),
    check('agents_code', sql`${t.code} ~ '^[a-z0-9-]{2,40}$'`),
    check('agents_stated', sql`extract(day from ${t.statedUntil}) = 1`),
  ],
)

/**
 * What an agent gets for orders that are paid from a day on, by the calendar of the brand. A row whose
 * day has come is never changed, so sold orders keep their commission.
 */
export const agentTerms = pgTable(
  'agent_terms',
  {
    agentId: integer('agent_id')
      .notNull()
      .references(() => agents.id),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    /** Hundredths of a percent. */
    rateBps: integer('rate_bps').notNull(),
    /** Orders at another price than the list price count, too. */
    ownPrices: boolean('own_prices').notNull(),
    setBy: integer('set_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.fromDay] }),
    check('agent_terms_rate', sql`${t.rateBps} between 0 and 5000`),
  ],
)
