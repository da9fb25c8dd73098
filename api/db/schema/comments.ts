import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './people.ts'

/**
 * Notes of staff on orders and on customers. A public one on an order can be read by its customer,
 * others only by staff, and one that is marked so also by the pilot, on the load manifest.
 */
export const comments = pgTable(
  'comments',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    commentableType: text('commentable_type', { enum: ['order', 'customer'] }).notNull(),
    commentableId: integer('commentable_id').notNull(),
    public: boolean('public').notNull().default(false),
    /** It stands on the load manifests of the order's flights; only of an order. */
    onManifest: boolean('on_manifest').notNull().default(false),
    body: text('body').notNull(),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('comments_subject_idx').on(t.commentableType, t.commentableId, t.id),
    check('comments_body', sql`${t.body} <> ''`),
    check('comments_on_manifest', sql`not ${t.onManifest} or ${t.commentableType} = 'order'`),
  ],
)
