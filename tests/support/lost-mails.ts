import { expect } from 'vitest'
import { StaffTasksReply } from '#contract/passenger.ts'
import { type PayingShop } from './paying-shop.ts'

/** A mail server's permanent refusal of an address. */
export const NO_SUCH_USER = '550 5.1.1 No such user'

/**
 * Customers whose mails bounce, and what staff do about it. The shop is passed as a function
 * because it is opened later.
 */
export function openBounceHelpers(shop: () => PayingShop) {
  let people = 0
  /** Creates a guest whose address refuses every mail, with a paid order. */
  const lostBuyer = async () => {
    people += 1
    const email = `dana${String(people)}@gmial.example`
    shop().mailer.refuse(email, NO_SUCH_USER)
    const token = await shop().guest(email)
    const order = await shop().order(token, 1)
    expect((await shop().pay(token, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
    await shop().runDueNow()
    return { email, token, order, right: email.replace('gmial', 'gmail') }
  }
  const query = async (statement: string, ...values: unknown[]) =>
    (await shop().deps.database.query(statement, values)).rows
  const mailOf = async (email: string, kind: string) => {
    const [row] = await query(
      'select * from mails where "to" = $1 and kind = $2 order by id desc limit 1',
      email,
      kind,
    )
    return row ?? {}
  }
  const openTasks = async (staff: string) => {
    const { body } = await shop().call('GET', '/v1/staff_tasks?state=open&page_size=100', { token: staff })
    return StaffTasksReply.parse(body).staff_tasks
  }
  return {
    lostBuyer,
    query,
    mailOf,
    openTasks,
    tasksOf: async (orderId: number, staff: string) =>
      (await openTasks(staff)).filter(({ order_id: id }) => id === orderId),
    /** @param token a key with the permission to report bounces */
    report: (fields: Record<string, unknown>, token: string) =>
      shop().call('POST', '/v1/mail_bounces', {
        token,
        body: { mail_bounce: { type: 'hard', at: shop().clock.now().toISOString(), ...fields } },
      }),
    correct: (mail: unknown, email: string, token: string) =>
      shop().call('POST', `/v1/mails/${String(mail)}/corrections`, {
        token,
        body: { mail_correction: { email } },
      }),
    readNews: (email: string) =>
      shop().deps.database.query(
        'insert into newsletter_subscribers (brand_id, list, email, state, asked_at, ' +
          "confirmed_at, created_at) values (1, 'news', $1, 'confirmed', $2, $2, $2)",
        [email, shop().clock.now()],
      ),
    newsOf: (email: string) =>
      query('select state, ended_by from newsletter_subscribers where email = $1', email),
  }
}
