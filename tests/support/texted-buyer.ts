import { type Order } from '#contract/order.ts'
import { type Flight, type PayingShop } from './paying-shop.ts'

export const PHONE = '+12015550142'

type Shop = Pick<PayingShop, 'call' | 'order' | 'pay' | 'deps'>

/** The words of the first brand that a buyer agrees to. */
export async function consentWords({ call }: Pick<Shop, 'call'>): Promise<string> {
  const { body } = await call('GET', '/v1/brands/1')
  return (body as { brand: { text_consent: string } }).brand.text_consent
}

interface TextedOrder {
  email: string
  phone?: string
  flight?: Flight
  more?: Record<string, unknown>
  /** False for a buyer who did not agree. */
  agrees?: boolean
}

/** A guest's unpaid order whose buyer gave a phone number and agreed to texts about it. */
export async function orderWithTexts(
  shop: Shop,
  { email, phone = PHONE, flight, more = {}, agrees = true }: TextedOrder,
): Promise<{ token: string; order: Order }> {
  const customer = { email, phone }
  const { body } = await shop.call('POST', '/v1/customers', { body: { customer } })
  const { jwt: token } = body as { jwt: string }
  const consent = agrees ? { text_consent: await consentWords(shop) } : {}
  return { token, order: await shop.order(token, 2, flight, { ...consent, ...more }) }
}

/** The same, paid. */
export async function bookWithTexts(
  shop: Shop,
  options: TextedOrder,
): Promise<{ token: string; order: Order }> {
  const placed = await orderWithTexts(shop, options)
  const how = { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/order-confirmation' }
  const paid = await shop.pay(placed.token, placed.order, how)
  if (paid.status !== 201) throw new Error(`not paid: ${JSON.stringify(paid.body)}`)
  return placed
}
