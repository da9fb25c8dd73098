import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './people.ts'

/** An account's customer at the payment provider (`cus_…`), which is shown to nobody. */
export const providerCustomers = pgTable('provider_customers', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  reference: text('reference').notNull().unique(),
  createdAt: instant('created_at').notNull(),
})

/**
 * A saved card: a payment method (`pm_…`) attached to the account's customer. Its number is never
 * stored.
 */
export const creditCards = pgTable(
  'credit_cards',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reference: text('reference').notNull().unique(),
    /** The provider's fingerprint of a card number: the same card is stored once. */
    fingerprint: text('fingerprint').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (t) => [
    index('credit_cards_user_idx').on(t.userId, t.createdAt),
    uniqueIndex('credit_cards_one_default')
      .on(t.userId)
      .where(sql`${t.isDefault} and ${t.removedAt} is null`),
    uniqueIndex('credit_cards_kept_once')
      .on(t.userId, t.fingerprint)
      .where(sql`${t.removedAt} is null`),
  ],
)

/**
 * A card that is being saved. The row is written before the provider is called, so that a lost
 * answer can be recovered.
 */
export const cardSetups = pgTable(
  'card_setups',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `cs`: hosted page; `si`: SetupIntent. */
    kind: text('kind', { enum: ['cs', 'si'] }).notNull(),
    /** `cs_…` or `seti_…`; null until the provider answered. */
    reference: text('reference').unique(),
    idemKey: text('idem_key').notNull().unique(),
    state: text('state', { enum: ['created', 'open', 'succeeded', 'failed'] }).notNull(),
    creditCardId: integer('credit_card_id').references(() => creditCards.id),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('card_setups_user_idx').on(t.userId, t.createdAt),
    index('card_setups_state_idx').on(t.state),
  ],
)
