import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SavedReportPreviewReply, SavedReportReply, SavedReportsReply } from '#contract/saved-report.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { type Account } from '#tests/support/give-tenders.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { mailSavedReports } from '../saved-reports/mail-saved-reports.ts'

let shop: PayingShop
let june: Account
let ines: Account
beforeAll(async () => {
  shop = await openPayingShop()
  await sellOrder(shop, { seats: 2 })
}, 120_000)
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.deps.database.query('delete from saved_reports')
  await shop.deps.database.query('delete from mails')
  // A Wednesday.
  shop.clock.set('2027-05-12T14:00:00Z')
  june = await openStaffMember(shop.deps)
  ines = await openStaffMember(shop.deps, 'admin')
  shop.mailer.sent.length = 0
})

const fields = (more: Record<string, unknown> = {}) => ({
  name: 'Sales of the week',
  report: 'sales',
  by: 'product',
  span: 'last_week',
  recipient_ids: [june.userId],
  ...more,
})
const post = (more: Record<string, unknown> = {}, { token } = june) =>
  shop.call('POST', '/v1/saved_reports', { token, body: { saved_report: fields(more) } })
async function save(more: Record<string, unknown> = {}) {
  const answer = await post(more)
  expect(answer.status).toBe(201)
  return SavedReportReply.parse(answer.body).saved_report
}
const pathOf = ({ id }: { id: number }) => `/v1/saved_reports/${String(id)}`
const patch = (saved: { id: number }, change: Record<string, unknown>, { token } = june) =>
  shop.call('PATCH', pathOf(saved), { token, body: { saved_report: change } })
/** Lets the job and the mailer run at an instant. */
async function runAt(instant: string) {
  shop.clock.set(instant)
  await mailSavedReports(shop.deps)
  await sendMails(shop.deps)
}
const recipients = () => shop.mailer.sent.map(({ to }) => to).toSorted()

describe('a saved report', () => {
  test('is kept for all staff, changed, and deleted, each with an entry in the audit log', async () => {
    const saved = await save()
    expect(saved).toMatchObject({ ...fields(), version: 1, mailed_for: null })
    const change = { ...fields({ name: 'Net by day', by: 'day', span: 'last_month' }), version: 1 }
    const changed = await patch(saved, change, ines)
    expect(SavedReportReply.parse(changed.body).saved_report).toMatchObject({ ...change, version: 2 })
    const list = await shop.call('GET', '/v1/saved_reports', { token: ines.token })
    const { saved_reports: all, recipients: people } = SavedReportsReply.parse(list.body)
    expect(all).toHaveLength(1)
    expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining([june.userId, ines.userId]))
    expect((await shop.call('DELETE', pathOf(saved), { token: ines.token })).status).toBe(204)
    expect((await shop.call('GET', pathOf(saved), { token: june.token })).status).toBe(404)
    const { rows } = await shop.deps.database.query(
      `select action, user_id from audit_log 
        where resource = 'saved_reports' and resource_id = $1 order by id`,
      [saved.id],
    )
    expect(rows).toEqual([
      { action: 'create', user_id: june.userId },
      { action: 'change', user_id: ines.userId },
      { action: 'remove', user_id: ines.userId },
    ])
  })

  test('is not overwritten by a change that was made from an older one', async () => {
    const saved = await save()
    await patch(saved, { ...fields({ name: 'First' }), version: 1 })
    const late = await patch(saved, { ...fields({ name: 'Second' }), version: 1 }, ines)
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'conflict', saved_report: { name: 'First', version: 2 } })
  })

  test('has a name of its own, whatever the case of its letters', async () => {
    await save()
    const again = await post({ name: 'SALES of the week' })
    expect(again.status).toBe(422)
    expect(again.body).toEqual({ name: ['There is a report of this name already'] })
    const other = await save({ name: 'Another' })
    const renamed = await patch(other, { ...fields(), version: 1 })
    expect(renamed.status).toBe(422)
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ by: 'pilot' }, 'by'],
    [{ span: 'tomorrow' }, 'span'],
    [{ report: 'secrets' }, 'report'],
  ])('with %o is refused', async (wrong, field) => {
    const answer = await post(wrong)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body as object)).toEqual([field])
  })

  test('is mailed to nobody but staff', async () => {
    const pilot = await openStaffMember(shop.deps, 'pilot')
    const suspended = await openStaffMember(shop.deps)
    await shop.deps.database.query('update users set suspended_at = now() where id = $1', [suspended.userId])
    const { buyer } = await sellOrder(shop, { seats: 1 })
    for (const { userId } of [pilot, suspended, buyer]) {
      const answer = await post({ recipient_ids: [june.userId, userId] })
      expect(answer.status).toBe(422)
      expect(answer.body).toEqual({ recipient_ids: ['Only staff who work here may get reports'] })
    }
  })

  test('is for staff and admins alone', async () => {
    const saved = await save()
    const pilot = await openStaffMember(shop.deps, 'pilot')
    const { buyer } = await sellOrder(shop, { seats: 1 })
    for (const { token } of [pilot, buyer]) {
      expect((await shop.call('GET', '/v1/saved_reports', { token })).status).toBe(403)
      expect((await post({ name: 'Mine' }, { ...june, token })).status).toBe(403)
      expect((await shop.call('GET', pathOf(saved), { token })).status).toBe(403)
      expect((await patch(saved, { ...fields(), version: 1 }, { ...june, token })).status).toBe(403)
      expect((await shop.call('DELETE', pathOf(saved), { token })).status).toBe(403)
      expect((await shop.call('DELETE', `${pathOf(saved)}/recipient`, { token })).status).toBe(403)
    }
  })
})

describe('the mail of a saved report', () => {
  test('leaves once on Monday at seven by the shop’s clock, with the week before', async () => {
    const saved = await save({ recipient_ids: [june.userId, ines.userId] })
    await runAt('2027-05-16T23:59:00Z')
    await runAt('2027-05-17T10:59:00Z')
    expect(recipients()).toEqual([])
    await runAt('2027-05-17T11:00:00Z')
    expect(recipients()).toEqual([june.email, ines.email].toSorted())
    await runAt('2027-05-17T11:05:00Z')
    await runAt('2027-05-23T11:00:00Z')
    expect(recipients()).toHaveLength(2)
    const [mail] = shop.mailer.sent
    expect(mail?.subject).toBe('Sales of the week: 10 May 2027 to 16 May 2027')
    const net = await shop.count(
      `select -sum(amount_cents) as count from ledger_entries
        where account in ('sales:flights', 'fees', 'tax')`,
    )
    const total = `Total: Net sales $${(net / 100).toFixed(2)}`
    expect(mail?.text.replaceAll(',', '')).toContain(total)
    expect(mail?.text).toContain('The New Yorker: Net sales $')
    expect(mail?.text).toContain(`/staff/reports/saved/${String(saved.id)}`)
    expect(mail?.html).toContain(
      '/staff/reports/tables?name=sales&amp;by=product&amp;from=2027-05-10&amp;to=2027-05-16',
    )
    expect(mail?.html).toMatch(/<th[^>]*>Net sales<\/th>/)
    const read = await shop.call('GET', pathOf(saved), { token: (await openStaffMember(shop.deps)).token })
    expect(SavedReportPreviewReply.parse(read.body).saved_report.mailed_for).toBe('2027-05-17')
    await runAt('2027-05-24T11:00:00Z')
    expect(recipients()).toHaveLength(4)
  })

  test('is the one that the page shows before it leaves', async () => {
    const saved = await save()
    shop.clock.set('2027-05-17T10:00:00Z')
    const { token } = await openStaffMember(shop.deps)
    const preview = SavedReportPreviewReply.parse((await shop.call('GET', pathOf(saved), { token })).body)
    await runAt('2027-05-17T11:00:00Z')
    expect(shop.mailer.sent[0]).toMatchObject(preview.mail)
    expect(preview.report).toMatchObject({ from: '2027-05-10', to: '2027-05-16' })
  })

  test('leaves later in the week when the shop was down on Monday, still with its own days', async () => {
    await save()
    await runAt('2027-05-20T15:00:00Z')
    expect(shop.mailer.sent.map(({ subject }) => subject)).toEqual([
      'Sales of the week: 10 May 2027 to 16 May 2027',
    ])
    await runAt('2027-05-24T11:00:00Z')
    expect(recipients()).toHaveLength(2)
  })

  test('keeps to seven o’clock on the Mondays after clocks were changed', async () => {
    shop.clock.set('2027-11-03T12:00:00Z')
    june = await openStaffMember(shop.deps)
    await save()
    // On Sunday, 7 November clocks went back: seven is an hour later for the rest of the world.
    await runAt('2027-11-08T11:59:00Z')
    expect(recipients()).toEqual([])
    await runAt('2027-11-08T12:00:00Z')
    expect(recipients()).toHaveLength(1)
    // On Sunday, 12 March they went forward.
    await runAt('2028-03-06T12:00:00Z')
    shop.mailer.sent.length = 0
    await runAt('2028-03-13T10:59:00Z')
    expect(recipients()).toEqual([])
    await runAt('2028-03-13T11:00:00Z')
    expect(shop.mailer.sent[0]?.subject).toBe('Sales of the week: 6 March 2028 to 12 March 2028')
  })

  test('does not leave again when the clock of the machine was set back', async () => {
    await save()
    await runAt('2027-05-17T11:00:00Z')
    await runAt('2027-05-17T10:30:00Z')
    await runAt('2027-05-10T11:30:00Z')
    await runAt('2027-05-17T11:10:00Z')
    expect(recipients()).toHaveLength(1)
  })

  test('does not reach who stopped it, lost the role or was suspended before it left', async () => {
    const noLonger = await openStaffMember(shop.deps)
    const suspended = await openStaffMember(shop.deps)
    const everybody = [june, ines, noLonger, suspended]
    const saved = await save({ recipient_ids: everybody.map(({ userId }) => userId) })
    const stop = () => shop.call('DELETE', `${pathOf(saved)}/recipient`, { token: ines.token })
    expect((await stop()).status).toBe(204)
    expect((await stop()).status).toBe(404)
    shop.clock.set('2027-05-17T11:00:00Z')
    await mailSavedReports(shop.deps)
    expect(await shop.count('select count(*) from mails')).toBe(3)
    const { query } = shop.deps.database
    await query('delete from user_roles where user_id = $1', [noLonger.userId])
    await query('update users set suspended_at = now() where id = $1', [suspended.userId])
    await sendMails(shop.deps)
    expect(recipients()).toEqual([june.email])
    expect(await shop.count(`select count(*) from mails where state in ('queued', 'failed')`)).toBe(0)
  })

  test('of a report that is deleted before it leaves is not sent', async () => {
    const saved = await save()
    shop.clock.set('2027-05-17T11:00:00Z')
    await mailSavedReports(shop.deps)
    await shop.deps.database.query('delete from saved_reports where id = $1', [saved.id])
    await sendMails(shop.deps)
    expect(recipients()).toEqual([])
  })

  test('says of a week without anything that there is nothing in it', async () => {
    await save({ report: 'refunds', by: 'person' })
    await runAt('2027-05-17T11:00:00Z')
    expect(shop.mailer.sent[0]?.text).toContain('There is nothing in these days.')
    expect(shop.mailer.sent[0]?.text).toContain('Total: Given back $0.00')
  })
})
