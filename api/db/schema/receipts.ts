import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { orders } from './orders.ts'

/** The company on an order's receipt, as the buyer typed it. */
export const receiptCompanies = pgTable('receipt_companies', {
  orderId: integer('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  address: text('address').notNull(),
  taxId: text('tax_id').notNull(),
  updatedAt: instant('updated_at').notNull(),
})
