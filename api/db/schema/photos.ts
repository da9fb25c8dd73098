import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { focalPoints } from '#contract/photo.ts'
import { bytes, instant } from './columns.ts'

/**
 * Photos that staff uploaded for products: upright, without the camera's data, large enough for
 * every cut. About a megabyte each.
 */
export const photos = pgTable(
  'photos',
  {
    /** Half of the SHA-256 of the uploaded file. */
    id: text('id').primaryKey(),
    /** A JPEG, of which the cuts are made. */
    picture: bytes('picture').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Since when no cut of it was needed, at the latest. */
    usedAt: instant('used_at').notNull(),
  },
  (t) => [check('photos_size', sql`${t.width} > 0 and ${t.height} > 0`)],
)

/** A photo cut around a focal point: its files are all there. */
export const photoCuts = pgTable(
  'photo_cuts',
  {
    photo: text('photo')
      .notNull()
      .references(() => photos.id),
    focal: text('focal', { enum: focalPoints }).notNull(),
    /** When a product was last seen with it. */
    usedAt: instant('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.photo, t.focal] })],
)

/** The pictures that browsers get, by their address; some 600 kB for a cut. */
export const photoFiles = pgTable(
  'photo_files',
  {
    name: text('name').primaryKey(),
    photo: text('photo')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    /** Null for the whole photo. */
    focal: text('focal', { enum: focalPoints }),
    content: bytes('content').notNull(),
  },
  (t) => [
    index('photo_files_photo_idx').on(t.photo, t.focal),
    foreignKey({
      name: 'photo_files_cut_fk',
      columns: [t.photo, t.focal],
      foreignColumns: [photoCuts.photo, photoCuts.focal],
    }).onDelete('cascade'),
  ],
)
