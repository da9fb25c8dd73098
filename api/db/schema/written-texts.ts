import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
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
    /**
     * Of a waiver: who signed an older one and flies after it was saved signs again. False for every
     * other text.
     */
    signAgain: boolean('sign_again').notNull().default(false),
  },
  (t) => [
    unique('written_text_versions_once').on(t.brandId, t.name, t.version),
    check('written_text_versions_counted', sql`${t.version} >= 1`),
  ],
)

/**
 * The next version of a text while it is not shown: a draft, or what becomes public at its time. There
 * is one of each text and brand. Saving it again makes a new row, so an id names what one person saw.
 */
export const writtenTextDrafts = pgTable(
  'written_text_drafts',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    name: text('name', { enum: writtenTextNames }).notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    body: text('body').notNull(),
    note: text('note').notNull(),
    signAgain: boolean('sign_again').notNull(),
    /** The newest version when it was saved; 0 for the words of `content/`. */
    versionWas: integer('version_was').notNull(),
    /** When it becomes the next version; null for a draft. */
    publishAt: instant('publish_at'),
    /** Its time came after somebody had saved another version, so it is a draft again. */
    missedAt: instant('missed_at'),
    savedBy: integer('saved_by')
      .notNull()
      .references(() => users.id),
    savedAt: instant('saved_at').notNull(),
  },
  (t) => [
    unique('written_text_drafts_once').on(t.brandId, t.name),
    index('written_text_drafts_due_idx')
      .on(t.publishAt)
      .where(sql`${t.publishAt} is not null`),
    check('written_text_drafts_counted', sql`${t.versionWas} >= 0`),
    check('written_text_drafts_missed', sql`${t.missedAt} is null or ${t.publishAt} is null`),
  ],
)
