import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { flights } from './inventory.ts'
import { users } from './people.ts'

/**
 * Photos of a flight for its passengers. The pictures are in the file store; this row describes
 * them.
 */
export const flightPhotos = pgTable(
  'flight_photos',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    flightId: integer('flight_id')
      .notNull()
      .references(() => flights.id),
    /** The folder of `photo.jpg` and `thumbnail.jpg`, by the flight's day in New York. */
    folder: text('folder').notNull().unique(),
    /** SHA-256 of the uploaded file: the same file again is the same photo. */
    sourceHash: text('source_hash').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    uploadedById: integer('uploaded_by_id').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('flight_photos_flight_idx').on(t.flightId, t.id),
    unique('flight_photos_source_key').on(t.flightId, t.sourceHash),
    check('flight_photos_size', sql`${t.width} > 0 and ${t.height} > 0 and ${t.bytes} > 0`),
  ],
)
