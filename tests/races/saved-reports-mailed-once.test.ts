import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { mailSavedReports } from '#api/bookkeeping/saved-reports/mail-saved-reports.ts'
import { recordDepartures } from '#api/bookkeeping/departure-records/record-departures.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { type Account } from '../support/give-tenders.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { openStaffMember } from '../support/staff-member.ts'

const REPORTS = 12

let racing: RacingShop
let other: Awaited<ReturnType<typeof openDatabase>>
let staff: Account[]
beforeAll(async () => {
  racing = await openRacingShop()
  other = await openDatabase({ databaseUrl: racing.databaseUrl, dataDir: '' })
})
afterAll(async () => {
  await other.close()
  await racing.close()
})
beforeEach(async () => {
  const { shop, database } = racing
  await database.query('delete from mails')
  await database.query('delete from saved_reports')
  shop.mailer.sent.length = 0
  shop.clock.set('2027-05-12T14:00:00Z')
  staff = [await openStaffMember(shop.deps), await openStaffMember(shop.deps)]
  for (let at = 0; at < REPORTS; at += 1) {
    const saved_report = {
      name: `Report ${String(at)}`,
      report: 'sales',
      by: 'day',
      span: 'last_week',
      recipient_ids: staff.map(({ userId }) => userId),
    }
    const saved = await shop.call('POST', '/v1/saved_reports', {
      token: staff[0]?.token ?? '',
      body: { saved_report },
    })
    expect(saved.status).toBe(201)
  }
})

/** The jobs of another process on the same database. */
const otherDeps = () => ({ ...racing.shop.deps, database: other })
const sentOf = () => racing.shop.mailer.sent.map(({ to, subject }) => `${to} ${subject}`).toSorted()
const wanted = () =>
  staff
    .flatMap(({ email }) =>
      Array.from({ length: REPORTS }, (_, at) => `${email} Report ${String(at)}: 10 May 2027 to 16 May 2027`),
    )
    .toSorted()

test('two processes that begin together mail each report once to each person', async () => {
  const { shop } = racing
  shop.clock.set('2027-05-17T11:00:00Z')
  const both = [shop.deps, otherDeps(), shop.deps, otherDeps()]
  await Promise.all(both.map((deps) => mailSavedReports(deps)))
  await Promise.all([sendMails(shop.deps), sendMails(otherDeps())])
  expect(sentOf()).toEqual(wanted())
})

test('a job that is killed between two mails is repeated without a second mail', async () => {
  const { shop, database } = racing
  shop.clock.set('2027-05-17T11:00:00Z')
  // The connection is cut while the eighth mail is written.
  await database.query(`create function cut() returns trigger language plpgsql as $$
    begin
      if (select count(*) from mails) >= 7 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$`)
  await database.query('create trigger cut before insert on mails for each row execute function cut()')
  await expect(mailSavedReports(otherDeps())).rejects.toThrow()
  const before = await database.query('select count(*)::int as n from mails')
  expect(before.rows).toEqual([{ n: 6 }])
  await database.query('drop trigger cut on mails')
  await database.query('drop function cut')
  await mailSavedReports(otherDeps())
  await sendMails(shop.deps)
  expect(sentOf()).toEqual(wanted())
})

test('two processes that record departures at once record each of them once', async () => {
  const { shop, database } = racing
  await database.query('delete from departure_recordings')
  await database.query('delete from departure_records')
  shop.clock.set('2027-05-12T14:00:00Z')
  await recordDepartures(shop.deps)
  shop.clock.set('2027-05-14T14:00:00Z')
  await Promise.all([shop.deps, otherDeps(), otherDeps()].map((deps) => recordDepartures(deps)))
  const { rows } = await database.query(
    `select count(*)::int as records, count(distinct (departure_id, local_date))::int as departures,
      min(depart_at) > '2027-05-12T14:00:00Z' as after, max(depart_at) <= '2027-05-14T14:00:00Z' as before
      from departure_records`,
  )
  expect(rows[0]).toMatchObject({ after: true, before: true })
  expect(Number(rows[0]?.['records'])).toBeGreaterThan(10)
  expect(rows[0]?.['records']).toBe(rows[0]?.['departures'])
})
