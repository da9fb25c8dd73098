import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'

export const brands = pgTable('brands', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  tagline: text('tagline').notNull().default(''),
  timeZone: text('time_zone').notNull(),
  phone: text('phone').notNull().default(''),
  email: text('email').notNull().default(''),
  mailFrom: text('mail_from').notNull(),
  /** The selling company and its address, for receipts. */
  legalName: text('legal_name').notNull().default(''),
  legalAddress: text('legal_address').notNull().default(''),
  /** Brand ids whose products this brand sells. */
  productBrandIds: integer('product_brand_ids')
    .array()
    .notNull()
    .default(sql`'{}'`),
  guestCheckout: boolean('guest_checkout').notNull().default(true),
  /** Whether buyers can reschedule their flights themselves. */
  rescheduling: boolean('rescheduling').notNull().default(true),
  /**
   * How the reschedule fee is charged in addition to a price difference: once, for every
   * rescheduled seat or aircraft, or not at all.
   */
  rescheduleFee: text('reschedule_fee', { enum: ['once', 'per_seat', 'none'] })
    .notNull()
    .default('once'),
  /**
   * The shop shows a maintenance page and takes no new orders; staff can work, and open orders can
   * be completed.
   */
  maintenance: boolean('maintenance').notNull().default(false),
})

export const brandHosts = pgTable('brand_hosts', {
  /** Host name without port, lower case. */
  host: text('host').primaryKey(),
  brandId: integer('brand_id')
    .notNull()
    .references(() => brands.id, { onDelete: 'cascade' }),
})
