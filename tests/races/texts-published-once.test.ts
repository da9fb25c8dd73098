import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { publishDueTexts } from '#api/written-texts/publish-due-texts.ts'
import { WrittenTextDraftsReply, type WrittenTextName } from '#contract/written-text.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { openStaffMember } from '../support/staff-member.ts'

const NAMES: readonly WrittenTextName[] = ['press', 'about-us', 'buy-now-schedule-later']
const BRANDS = [1, 2]
const MINUTE = 60_000

let racing: RacingShop
let other: Awaited<ReturnType<typeof openDatabase>>
beforeAll(async () => {
  racing = await openRacingShop()
  other = await openDatabase({ databaseUrl: racing.databaseUrl, dataDir: '' })
})
afterAll(async () => {
  await other.close()
  await racing.close()
})

/** The jobs of another process on the same database. */
const otherDeps = () => ({ ...racing.shop.deps, database: other })
const admin = async () => (await openStaffMember(racing.shop.deps, 'admin')).token

/** Plans each text of both brands for the next minute, and lets it come. */
async function planAll(round: number): Promise<{ id: number; brand_id: number; name: string }[]> {
  const { shop } = racing
  const token = await admin()
  for (const name of NAMES) {
    const written_text = {
      ...{ name, title: 'A title', summary: 'In short', body: `Round ${String(round)}`, note: 'Why' },
      brands: BRANDS.map((id) => ({ brand_id: id, version_was: round, draft_was: 0 })),
      publish_at: new Date(shop.clock.now().getTime() + MINUTE).toISOString(),
    }
    const planned = await shop.call('POST', '/v1/written_text_drafts', { token, body: { written_text } })
    expect(planned.status).toBe(201)
  }
  const { body } = await shop.call('GET', '/v1/written_text_drafts', { token })
  shop.clock.advance(1)
  return WrittenTextDraftsReply.parse(body).written_text_drafts
}

const ALL = NAMES.length * BRANDS.length
const count = (statement: string) => racing.shop.count(statement)
const versions = (version: number) =>
  count(`select count(*) from written_text_versions where version = ${String(version)}`)

test('two processes that begin together publish each text once', async () => {
  await planAll(0)
  const { deps } = racing.shop
  await Promise.all([deps, otherDeps(), deps, otherDeps()].map((each) => publishDueTexts(each)))
  expect([await versions(1), await versions(2)]).toEqual([ALL, 0])
  expect(await count('select count(*) from written_text_drafts')).toBe(0)
  expect(await count("select count(*) from audit_log where resource = 'written_texts'")).toBe(ALL)
})

test('a job that is killed while it publishes is repeated and publishes each text once', async () => {
  const { database } = racing
  await planAll(1)
  // The connection is cut while the draft of the fourth one goes, after its version was written.
  await database.query(`create function cut() returns trigger language plpgsql as $$
    begin
      if (select count(*) from written_text_drafts) <= 3 then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return old;
    end $$`)
  await database.query(
    'create trigger cut before delete on written_text_drafts for each row execute function cut()',
  )
  await expect(publishDueTexts(otherDeps())).rejects.toThrow()
  expect([await versions(2), await count('select count(*) from written_text_drafts')]).toEqual([3, 3])
  await database.query('drop trigger cut on written_text_drafts')
  await database.query('drop function cut')
  await publishDueTexts(otherDeps())
  expect([await versions(2), await count('select count(*) from written_text_drafts')]).toEqual([ALL, 0])
})

test('a plan that is thrown away while it is due is either published or gone, never both', async () => {
  const { shop } = racing
  const drafts = await planAll(2)
  const token = await admin()
  const [dropped] = await Promise.all([
    Promise.all(
      drafts.map(({ id }) => shop.call('DELETE', `/v1/written_text_drafts/${String(id)}`, { token })),
    ),
    publishDueTexts(otherDeps()),
  ])
  const gone = dropped.filter(({ status }) => status === 204).length
  expect(await versions(3)).toBe(ALL - gone)
  expect(await count('select count(*) from written_text_drafts')).toBe(0)
})
