import { randomUUID } from 'node:crypto'
import { type BodyOf } from './section-seven-bodies.ts'
import * as catalogue from './section-seven-data.ts'

/** The fees on top of the seats' price, which only the service knows. */
export const FEE_PER_ORDER = 24.9

export interface SectionSevenAnswer {
  status: number
  body?: unknown
}
interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  user: StubUser | undefined
}
interface StubUser {
  id: number
  email: string
  password?: string
  first_name: string | null
  last_name: string | null
  phone: string | null
}
export interface StubOrder {
  id: number
  userId: number
  status: string
  order_items: Record<string, unknown>[]
  total: number
}

/** Public lists, keyed by their plural, and by their singular below an id. */
const LISTS: Record<string, readonly { id: number }[]> = {
  brands: catalogue.brands,
  product_categories: catalogue.productCategories,
  terminals: catalogue.terminals,
  upgrades: catalogue.upgrades,
  discount_codes: catalogue.discountCodes,
  campaigns: [],
}
const singular = (plural: string) =>
  plural === 'product_categories' ? 'product_category' : plural.slice(0, -1)
const notFound: SectionSevenAnswer = { status: 404, body: { error: 'Not Found' } }
const invalid = (field: string, message: string): SectionSevenAnswer => ({
  status: 422,
  body: { [field]: [message] },
})

/**
 * Keeps the stub's state and answers calls whose body is as section 7 prints it; undefined for an
 * unknown call.
 */
export function createSectionSevenState() {
  const users: StubUser[] = []
  const tokens = new Map<string, number>()
  const orders: StubOrder[] = []
  const comments: unknown[] = []
  /** Maps the secret of a mailed link to its account. */
  const resets = new Map<string, string>()
  /** Each account has five gift cards, which makes two pages. */
  const gifts: StubGift[] = []
  const login = (user: StubUser): SectionSevenAnswer => {
    const jwt = randomUUID()
    tokens.set(jwt, user.id)
    return { status: 201, body: { jwt } }
  }
  const addUser = (user: Partial<StubUser> & { email: string }): StubUser => {
    const nobody = { first_name: null, last_name: null, phone: null }
    const added = { ...nobody, ...user, id: 500 + users.length }
    users.push(added)
    for (let at = 0; at < 5; at += 1) gifts.push(giftOf(added, gifts.length))
    return added
  }
  const seen = ({ id, status, order_items, total }: StubOrder) => ({
    order: { id, status, order_items, total },
  })

  const post: Record<string, (body: never, user: StubUser | undefined) => SectionSevenAnswer> = {
    customers: ({ customer }: BodyOf<'POST /v1/customers'>) => login(addUser(customer)),
    users: ({ user }: BodyOf<'POST /v1/users'>) => {
      if (users.some(({ email }) => email === user.email)) return invalid('email', 'has already been taken')
      return { status: 201, body: { user: publicUser(addUser(user)) } }
    },
    user_token: ({ auth }: BodyOf<'POST /v1/user_token'>) => {
      const user = users.find((one) => one.email === auth.email && one.password === auth.password)
      return user ? login(user) : notFound
    },
    password_resets: ({ password_reset: { email } }: BodyOf<'POST /v1/password_resets'>) => {
      resets.set(randomUUID(), email)
      return { status: 204 }
    },
    orders: ({ order }: BodyOf<'POST /v1/orders'>, user) => {
      if (!user) return { status: 401, body: { error: 'Unauthorized' } }
      const placed = placeOrder(order, user, orders.length)
      orders.push(placed)
      return { status: 201, body: { order: { id: placed.id } } }
    },
    payments: ({ payment }: BodyOf<'POST /v1/payments'>, user) =>
      pay(
        payment,
        orders.find((one) => one.id === payment.order_id && one.userId === user?.id),
      ),
    'gift_cards/share': (sent: BodyOf<'POST /v1/gift_cards/share'>, user) => {
      const chosen = gifts.filter(
        ({ id, purchaser_id }) => sent.gift_card_ids.includes(id) && purchaser_id === user?.id,
      )
      if (chosen.length < sent.gift_card_ids.length) return notFound
      for (const card of chosen) card.last_emailed_to = sent.recipient
      return { status: 200, body: { gift_cards: chosen } }
    },
    comments: ({ comment }: BodyOf<'POST /v1/comments'>, user) => {
      if (!user) return { status: 401, body: { error: 'Unauthorized' } }
      comments.push(comment)
      return { status: 201, body: { comment: { id: comments.length, ...comment } } }
    },
  }

  function read({ path, query, user }: Call): SectionSevenAnswer | undefined {
    const [plural = '', id] = path.split('/')
    const ids = query.getAll('id[]').map(Number)
    if (path === 'products') {
      const wanted = query.getAll('brand_id[]').map(Number)
      return {
        status: 200,
        body: { products: catalogue.products.filter((one) => wanted.includes(one.brand_id)) },
      }
    }
    if (path === 'fares')
      return { status: 200, body: { fares: catalogue.fares.filter((one) => ids.includes(one.id)) } }
    if (path === 'schedules') return { status: 200, body: { schedule: catalogue.schedule } }
    if (path === 'roles') return { status: 200, body: { roles: catalogue.roles } }
    if (path === 'users/me')
      return user
        ? { status: 200, body: { user: publicUser(user) } }
        : { status: 401, body: { error: 'Unauthorized' } }
    if (plural === 'password_resets' && id)
      return resets.get(id) === query.get('email') ? { status: 200, body: {} } : notFound
    if (plural === 'orders' && id) {
      const order = orders.find((one) => String(one.id) === id && one.userId === user?.id)
      return order ? { status: 200, body: seen(order) } : notFound
    }
    if (path === 'gift_cards' || path === 'vouchers')
      return user
        ? { status: 200, body: pageOf(path, gifts, query) }
        : { status: 401, body: { error: 'Unauthorized' } }
    if (path === 'orders') {
      if (!user) return { status: 401, body: { error: 'Unauthorized' } }
      const own = orders.filter((one) => one.userId === user.id).map((one) => seen(one).order)
      return { status: 200, body: { orders: own, meta: { current_page: 1, total_pages: 1 } } }
    }
    const list = LISTS[plural]
    if (!list) return undefined
    if (id === undefined)
      return {
        status: 200,
        body: { [plural]: ids.length > 0 ? list.filter((one) => ids.includes(one.id)) : list },
      }
    const found = list.find((one) => String(one.id) === id)
    return found ? { status: 200, body: { [singular(plural)]: found } } : notFound
  }

  function setPassword(token: string, sent: BodyOf<'PUT /v1/password_resets/{token}'>): SectionSevenAnswer {
    const user = users.find(({ email }) => email === sent.email)
    if (!user || resets.get(token) !== sent.email) return notFound
    resets.delete(token)
    user.password = sent.user.password
    return { status: 200, body: { message: 'Done' } }
  }

  const answer = (call: Call): SectionSevenAnswer | undefined => {
    if (call.method === 'GET') return read(call)
    const [, token] = /^password_resets\/(.+)$/.exec(call.path) ?? []
    if (call.method === 'PUT' && token) return setPassword(token, call.body as never)
    const write = call.method === 'POST' ? post[call.path] : undefined
    if (write && call.body === undefined) return invalid('payment', 'payment data is required')
    return write?.(call.body as never, call.user)
  }
  return { users, tokens, orders, comments, resets, answer }
}

interface StubGift {
  id: number
  purchaser_id: number
  last_emailed_to: string | null
}

/** A gift card with the fields that section 3 prints. */
const giftOf = ({ id: purchaser_id }: StubUser, before: number) => ({
  ...{ id: 301 + before, purchaser_id, code: `HARBOR${String(301 + before)}`, name: 'Harbor day' },
  ...{ price: 229, value: 229, product_id: 6, good_for_fare_id: 31, good_for_fare_ids: [31] },
  ...{ created_at: '2026-01-05T12:00:00Z', expires_at: '2036-01-05T12:00:00Z', last_emailed_to: null },
  ...{ order_id: null, purchaser_order_id: null, pending_fee_ids: [] },
})

/** Returns three rows a page; the meta data has only the two numbers that section 3 prints. */
function pageOf(path: string, gifts: readonly StubGift[], query: URLSearchParams) {
  const [buyer, mailbox] = [query.get('purchaser_id'), query.get('last_emailed_to')]
  const rows =
    path === 'vouchers'
      ? []
      : gifts.filter((one) =>
          buyer === null ? one.last_emailed_to === mailbox : String(one.purchaser_id) === buyer,
        )
  const page = Number(query.get('page') ?? '1')
  const meta = { pagination: { current_page: page, total_pages: Math.max(1, Math.ceil(rows.length / 3)) } }
  return { [path]: rows.slice((page - 1) * 3, page * 3), meta }
}

const publicUser = ({ id, email, first_name, last_name, phone }: StubUser) => ({
  ...{ id, email, first_name, last_name, phone },
  role_ids: [],
})

function placeOrder(order: BodyOf<'POST /v1/orders'>['order'], user: StubUser, before: number): StubOrder {
  const rules = catalogue.schedule.flatMap((day) => day.departures)
  const priceOf = (departureId: number | undefined, kind: 'seat_price' | 'flight_price') => {
    const rule = rules.find((one) => one.id === departureId)
    const fare = catalogue.fares.find((one) => one.id === rule?.fare_id)
    const product = catalogue.products.find((one) => one.id === rule?.product_id)
    return rule?.[kind] ?? fare?.[kind] ?? product?.[kind] ?? 0
  }
  const seats = (order.order_item_seats_attributes ?? []).map((item) => ({
    ...{ type: 'seat', quantity: item.quantity, departure_id: item.departure_id, depart_at: item.depart_at },
    price: priceOf(item.departure_id, 'seat_price'),
  }))
  const flights = (order.order_item_flights_attributes ?? []).map((item) => ({
    ...{ type: 'flight', quantity: 1, departure_id: item.departure_id, depart_at: item.depart_at },
    price: priceOf(item.departure_id, 'flight_price'),
  }))
  const extras = (order.order_item_upgrades_attributes ?? []).map(({ upgrade_id }) => ({
    ...{ type: 'upgrade', quantity: 1, upgrade_id },
    price: catalogue.upgrades.find(({ id }) => id === upgrade_id)?.price ?? 0,
  }))
  const items = [...seats, ...flights, ...extras]
  const sum = items.reduce((so_far, { price, quantity }) => so_far + price * quantity, FEE_PER_ORDER)
  return {
    ...{ id: 9001 + before, userId: user.id, status: 'awaiting_payment' },
    order_items: items.map((item, index) => ({ id: 7001 + before * 10 + index, ...item })),
    total: Math.round(sum * 100) / 100,
  }
}

function pay(
  payment: BodyOf<'POST /v1/payments'>['payment'],
  order: StubOrder | undefined,
): SectionSevenAnswer {
  if (!order) return invalid('order', 'must exist')
  const card = payment.stripe_payment
  if (!card?.stripe_source) return invalid('payment', 'payment data is required')
  if (card.amount !== order.total) return invalid('amount', `must be ${order.total.toFixed(2)}`)
  if (!/^(pm|tok|ctoken)_\w+$/.test(card.stripe_source)) return invalid('credit_card', 'Unknown card')
  if (/declined/i.test(card.stripe_source)) {
    return invalid('credit_card', 'Your card was declined. (card_declined)')
  }
  // A refusal without a message for the shopper.
  if (/silent/i.test(card.stripe_source)) return invalid('credit_card', '(processing_error)')
  order.status = 'completed'
  return { status: 201, body: { payments: [{ id: order.id, reference: `pi_${String(order.id)}` }] } }
}
