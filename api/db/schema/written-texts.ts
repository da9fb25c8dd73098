import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { writtenTextNames } from '#contract/written-text.ts'
import { brands } from './brands.ts'
import { instant } from './columns.ts'
import { users } from './people.ts'

/**
 * What staff wrote instead of a text of `content/`, for one brand: the newest version is shown, and
 * a trigger keeps every one as it was saved.
 */
export const writtenTextVersions = pgTable(
  'written_text_versions',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    name: text('name', { enum: writtenTextNames }).notNull(),
    /** 1, 2, 3, … of this text and brand. */
    version: integer('version').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    body: text('body').notNull(),
    /** What changed, for those who come after. */
    note: text('note').notNull(),
    savedBy: integer('saved_by')
      .notNull()
      .references(() => users.id),
    savedAt: instant('saved_at').notNull(),
  },
  (t) => [
    unique('written_text_versions_once').on(t.brandId, t.name, t.version),
    check('written_text_versions_counted', sql`${t.version} >= 1`),
  ],
)
