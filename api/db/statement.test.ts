import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#tests/support/embedded-database.ts'
import { type Database, type DbOrTx } from './client.ts'
import { sessions, users } from './schema/people.ts'
import { statement } from './statement.ts'

let database: Database
beforeAll(async () => {
  database = await openEmbeddedDatabase()
  const { db } = database
  const since = new Date('2027-05-12T14:00:00.123Z')
  const [ada] = await db.insert(users).values({ email: 'ada@example.com', createdAt: since }).returning()
  await db.insert(users).values({ email: 'bob@example.com', createdAt: since })
  await db.insert(sessions).values({
    id: crypto.randomUUID(),
    userId: ada?.id ?? 0,
    scope: 'guest',
    createdAt: since,
    expiresAt: since,
  })
})
afterAll(() => database.close())

const selectUsers = (db: DbOrTx) =>
  db
    .select({
      email: users.email,
      upper: sql<string>`upper(${users.email})`.as('upper'),
      // The object of one table is null without a row, or if its first column is null.
      session: { id: sessions.id, since: sessions.createdAt, end: sessions.revokedAt },
      ended: { end: sessions.revokedAt, id: sessions.id },
      // An object of two tables, or with an expression before its columns, is always there.
      both: { id: sessions.id, email: users.email },
      counted: { days: sql<number>`1 + 1`.mapWith(Number), since: sessions.createdAt },
      user: { id: users.id, since: users.createdAt },
    })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .orderBy(asc(users.email))

test('a statement that is built once reads its rows as the builder does', async () => {
  const expected = await selectUsers(database.db)
  const found = await statement(selectUsers)(database.db, {})
  expect(found).toStrictEqual(expected)
  expect(found.map(({ session }) => session === null)).toEqual([false, true])
  expect(found.map(({ ended }) => ended)).toEqual([null, null])
  expect(found[0]?.session?.since).toEqual(new Date('2027-05-12T14:00:00.123Z'))
})

test('a statement built once for what it writes returns the rows as the builder does', async () => {
  const write = statement((db) =>
    db
      .update(users)
      .set({ firstName: sql`${sql.placeholder('name')}` })
      .where(eq(users.email, 'ada@example.com'))
      .returning({ name: users.firstName, since: users.createdAt }),
  )
  expect(await write(database.db, { name: 'Ada' })).toStrictEqual([
    { name: 'Ada', since: new Date('2027-05-12T14:00:00.123Z') },
  ])
})
