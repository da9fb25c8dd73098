import { type CreditCard, CreditCardReply, CreditCardsReply } from '#contract/credit-card.ts'
import { JwtReply, UserReply } from '#contract/people.ts'
import { type PayingShop } from './paying-shop.ts'
import { type Answer } from './test-api.ts'
import { typeCard } from './type-card.ts'

/** A customer with an account, and what they do with their cards. */
export interface CardHolder {
  id: number
  email: string
  token: string
  /** `/v1/users/7/credit_cards` */
  path: string
  /** Sends what was typed into the page, or any other fields. */
  add(fields: string | Record<string, unknown>): Promise<Answer>
  /** Saves a card that must be accepted. */
  save(number?: string): Promise<CreditCard>
  cards(): Promise<CreditCard[]>
}

let people = 0
/** Registers and logs in a new customer. */
export async function cardHolder(shop: PayingShop): Promise<CardHolder> {
  people += 1
  const email = `holder${String(people)}@example.com`
  const user = { first_name: 'Ida', last_name: 'Lund', phone: '212 555 0100', email, password: 'heliport' }
  await shop.call('POST', '/v1/users', { body: { user } })
  const login = await shop.call('POST', '/v1/user_token', { body: { auth: { email, password: 'heliport' } } })
  const token = JwtReply.parse(login.body).jwt
  const me = UserReply.parse((await shop.call('GET', '/v1/users/me', { token })).body).user
  const path = `/v1/users/${String(me.id)}/credit_cards`
  const add: CardHolder['add'] = async (fields) => {
    const body = typeof fields === 'string' ? { stripe_token: await typeCard(shop.sandbox, fields) } : fields
    return shop.call('POST', `${path}?brand_id=1`, { token, body })
  }
  return {
    id: me.id,
    email,
    token,
    path,
    add,
    save: async (number = '4242424242424242') => {
      const answer = await add(number)
      const card = answer.status === 201 ? CreditCardReply.parse(answer.body).credit_card : null
      if (!card) throw new Error(`not saved: ${JSON.stringify(answer.body)}`)
      return card
    },
    cards: async () =>
      CreditCardsReply.parse((await shop.call('GET', `${path}?brand_id=1`, { token })).body).credit_cards,
  }
}

/** Parses the response of a call about a saved card. */
export const readCardAnswer = (answer: Answer): CreditCardReply => CreditCardReply.parse(answer.body)
