import { z } from 'zod'
import { NextDeparturesReply } from '#contract/availability.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { JwtReply } from '#contract/people.ts'
import { getAuthenticatorCode } from './authenticator.ts'
import { type ContractTarget } from './open-contract.ts'
import { type Answer } from './test-api.ts'

/** A client that knows only section 7 of the specification, with a card to type. */
export interface OutsideClient {
  call: ContractTarget['call']
  /** Returns a new guest's token. */
  guest(email?: string): Promise<string>
  /** Returns the token of a new account whose e-mail is not confirmed. */
  customer(): Promise<string>
  /** Finds a departure with seats of brand 1. */
  someDeparture(): Promise<{ departure_id: number; depart_at: string }>
  /** Places an order for one seat with the fields of section 3 only. */
  order(token: string, more?: Record<string, unknown>): Promise<Order>
  pay(token: string, order: Order, source: string): Promise<Answer>
  /** Places an order for one seat, paid by card. */
  paidOrder(token: string): Promise<Order>
  /** Returns a fresh card token, which the provider accepts once. */
  typedToken(): Promise<string>
  /**
   * Logs a staff member of the demo shop in with a second factor. An account sets it up once, so
   * two files that run against one shop use different accounts.
   */
  staff(): Promise<string>
  admin(): Promise<string>
}

const SecretReply = z.object({ second_factor: z.object({ secret: z.string() }) })
const TokenReply = z.object({ id: z.string().startsWith('tok_') })

export function createOutsideClient(target: ContractTarget): OutsideClient {
  const { call } = target
  const jwtOf = async (path: string, body: unknown) =>
    JwtReply.parse((await call('POST', path, { body })).body).jwt
  const someDeparture = async () => {
    const { body } = await call('GET', '/v1/availability/next?brand_id=1&quantity=2')
    const found = NextDeparturesReply.parse(body).departures.find((one) => one.seat_price !== null)
    if (!found) throw new Error('Nothing can be bought')
    return { departure_id: found.departure_id, depart_at: found.depart_at }
  }
  const order: OutsideClient['order'] = async (token, more = {}) => {
    const seats = [{ ...(await someDeparture()), quantity: 1 }]
    const fields = { brand_id: 1, tag_list: ['website'], order_item_seats_attributes: seats, ...more }
    const { body } = await call('POST', '/v1/orders', { token, body: { order: fields } })
    return OrderReply.parse(body).order
  }
  const pay: OutsideClient['pay'] = (token, { id, amount_due: amount }, stripe_source) =>
    call('POST', '/v1/payments', {
      token,
      body: { payment: { order_id: id, stripe_payment: { amount, stripe_source } } },
    })
  return {
    call,
    someDeparture,
    order,
    pay,
    guest: (email = newEmail()) => jwtOf('/v1/customers', { customer: { email } }),
    customer: async () => {
      const auth = { email: newEmail(), password: 'rotor-blade-9' }
      const user = { first_name: 'Ida', last_name: 'Lund', phone: '212 555 0100', ...auth }
      await call('POST', '/v1/users', { body: { brand_id: 1, user } })
      return jwtOf('/v1/user_token', { auth })
    },
    paidOrder: async (token) => {
      const placed = await order(token)
      await pay(token, placed, 'tok_visa')
      const { body } = await call('GET', `/v1/orders/${String(placed.id)}`, { token })
      return OrderReply.parse(body).order
    },
    typedToken: async () => {
      const card = {
        'card[number]': '4242424242424242',
        'card[exp_month]': '12',
        'card[exp_year]': '2034',
        'card[cvc]': '123',
      }
      return TokenReply.parse(await target.askProvider('tokens', card)).id
    },
    staff: () => staffOf(target, 'staff@example.com'),
    admin: () => staffOf(target, 'admin@example.com'),
  }
}

const signedIn = new WeakMap<ContractTarget, Map<string, Promise<string>>>()

function staffOf(target: ContractTarget, email: string): Promise<string> {
  const tokens = signedIn.get(target) ?? new Map<string, Promise<string>>()
  signedIn.set(target, tokens)
  const token = tokens.get(email) ?? signIn(target, email)
  tokens.set(email, token)
  return token
}

async function signIn({ call, now, demoPassword: password }: ContractTarget, email: string): Promise<string> {
  const auth = { email, password }
  const token = JwtReply.parse((await call('POST', '/v1/user_token', { body: { auth } })).body).jwt
  const { secret } = SecretReply.parse(
    (await call('POST', '/v1/second_factor', { token })).body,
  ).second_factor
  const second_factor = { code: getAuthenticatorCode(secret, now()) }
  const { status } = await call('PUT', '/v1/second_factor', { token, body: { second_factor } })
  if (status !== 200) throw new Error('The second factor was refused')
  return token
}

const newEmail = () => `outside-${crypto.randomUUID()}@example.com`
