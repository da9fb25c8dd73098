import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import { AccountExportReply } from '#contract/account.ts'
import { JwtReply } from '#contract/people.ts'
import { mailedLinks } from './mailed-link.ts'
import { type PayingShop } from './paying-shop.ts'

/** The password of every account in these tests. */
export const PASSWORD = 'heliport'

/** Helpers for tests of accounts. The shop is passed as a function because it is opened later. */
export function openAccountHelpers(shop: () => PayingShop) {
  let people = 0

  /**
   * Every caller has a network of their own, so that these tests do not reach limits by network.
   */
  const call = (method: string, path: string, options: Parameters<PayingShop['call']>[2] = {}) =>
    shop().call(method, path, {
      ...options,
      bindings: { visitorAddress: `203.0.113.${String(people % 250)}` },
    })

  const logIn = async (email: string, password = PASSWORD, userAgent?: string) =>
    call('POST', '/v1/user_token', {
      body: { auth: { email, password } },
      ...(userAgent ? { headers: { 'User-Agent': userAgent } } : {}),
    })
  const tokenOf = async (email: string, password = PASSWORD, userAgent?: string) =>
    JwtReply.parse((await logIn(email, password, userAgent)).body).jwt
  const works = async (token: string) => (await call('GET', '/v1/users/me', { token })).status === 200

  /**
   * Registers and logs in a customer whose e-mail is confirmed unless the caller says otherwise.
   */
  async function member({ proven = true, lastName = 'Quimby' } = {}) {
    people += 1
    const email = `quimby${String(people)}@example.com`
    const user = {
      first_name: 'Zebulon',
      last_name: lastName,
      phone: `+1 (212) 555-77${String(10 + people)}`,
      email,
      password: PASSWORD,
    }
    expect((await call('POST', '/v1/users', { body: { user } })).status).toBe(201)
    const token = await tokenOf(email)
    if (proven) await spendNewest(email, token)
    return { email, token, userId: Number(decodeJwt(token).sub), phone: user.phone }
  }

  const newest = async (email: string) => {
    const [mail] = await mailedLinks(shop(), email)
    if (!mail) throw new Error(`nothing was mailed to ${email}`)
    return mail
  }
  const spend = async (email: string, token?: string, password?: string) =>
    call('PUT', `/v1/email_proofs/${(await newest(email)).token}`, {
      ...(token ? { token } : {}),
      body: { email, ...(password ? { user: { password } } : {}) },
    })
  const spendNewest = async (email: string, token: string) =>
    expect((await spend(email, token)).status).toBe(204)

  /** Pays the order and lets its flight pass. */
  async function flown(token: string, names = ['Zebulon Quimby']) {
    const order = await shop().order(token, names.length, undefined, {
      passengers_attributes: names.map((full_name) => ({ full_name, weight: 171 })),
    })
    const how = { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/order-confirmation' }
    expect((await shop().pay(token, order, how)).status).toBe(201)
    return order
  }

  const exported = async (token: string) =>
    AccountExportReply.parse((await call('GET', '/v1/users/me/export', { token })).body).export

  return { call, flown, exported, logIn, tokenOf, works, member, newest, spend, spendNewest }
}
