import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#tests/support/embedded-database.ts'
import { type Database } from './client.ts'
import { jsonRows } from './statement.ts'
import { sessions, users } from './schema/people.ts'

let database: Database
beforeAll(async () => {
  database = await openEmbeddedDatabase()
})
afterAll(() => database.close())

const EARLY = new Date('2027-05-12T14:00:00.123Z')
const LATE = new Date('2027-05-12T20:00:00Z')

test('related rows are ordered and each value has its column’s type', async () => {
  const { db } = database
  const [ada] = await db.insert(users).values({ email: 'ada@example.com', createdAt: EARLY }).returning()
  await db.insert(users).values({ email: 'bob@example.com', createdAt: EARLY })
  const session = { userId: ada?.id ?? 0, scope: 'guest' as const, createdAt: EARLY, expiresAt: LATE }
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await db.insert(sessions).values([
    { ...session, id: first, phone: '555-0100' },
    { ...session, id: second, createdAt: LATE, revokedAt: LATE },
  ])

  const columns = {
    id: sessions.id,
    phone: sessions.phone,
    since: sessions.createdAt,
    end: sessions.revokedAt,
  }
  const relatedColumns = {
    from: sessions,
    where: eq(sessions.userId, users.id),
    orderBy: sql`${sessions.createdAt} desc`,
  }
  const found = await db
    .select({ email: users.email, sessions: jsonRows(columns, relatedColumns) })
    .from(users)
    .orderBy(users.email)

  expect(found).toEqual([
    {
      email: 'ada@example.com',
      sessions: [
        { id: second, phone: null, since: LATE, end: LATE },
        { id: first, phone: '555-0100', since: EARLY, end: null },
      ],
    },
    { email: 'bob@example.com', sessions: [] },
  ])
})
