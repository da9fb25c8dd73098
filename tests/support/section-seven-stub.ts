import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import * as catalogue from './section-seven-data.ts'

/** What comes on top of the seats' price: only the service knows. */
export const FEE_PER_ORDER = 24.9

interface Answer {
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
interface StubOrder {
  id: number
  userId: number
  status: string
  order_items: Record<string, unknown>[]
  total: number
}

export interface SectionSevenStub {
  /** Without a trailing slash. */
  origin: string
  /** Calls that were none of section 7's, or said more than it prints: `GET /v1/quotes`, `POST /v1/orders order.total`. */
  strangers(): string[]
  /** Every call that was answered, as `METHOD /path`. */
  calls(): string[]
  orders(): readonly StubOrder[]
  comments(): readonly unknown[]
  stop(): Promise<void>
}

const Id = z.number().int().positive()
const Seats = z.strictObject({
  ...{ flight_id: Id.optional(), departure_id: Id.optional(), depart_at: z.string() },
  ...{ quantity: z.number().int().min(1), price: z.number().optional() },
})
const Flights = z.strictObject({ departure_id: Id, depart_at: z.string(), price: z.number().optional() })
const Upgrades = z.strictObject({
  upgrade_id: Id,
  quantity: z.number().int().optional(),
  meta: z.strictObject({ answer: z.string().optional() }).optional(),
})
const Order = z.strictObject({
  brand_id: Id,
  user_id: Id.nullish(),
  prize_id: Id.nullish(),
  variant_type: z.string().nullish(),
  discount_code_code: z.string().nullish(),
  tag_list: z.array(z.string()).refine((tags) => tags.includes('website')),
  order_item_seats_attributes: z.array(Seats).optional(),
  order_item_flights_attributes: z.array(Flights).optional(),
  order_item_gift_cards_attributes: z.array(z.strictObject({ fare_id: Id, quantity: z.number() })).optional(),
  order_item_upgrades_attributes: z.array(Upgrades).optional(),
})
const Payment = z.strictObject({
  order_id: Id,
  apply_user_credit: z.boolean().optional(),
  gift_card_codes: z.array(z.string()).optional(),
  gift_cards: z.array(Id).optional(),
  vouchers: z.array(z.string()).optional(),
  stripe_payment: z
    .strictObject({
      amount: z.number(),
      payment_intent: z.union([z.literal(true), z.string()]).optional(),
      stripe_source: z.string().optional(),
    })
    .nullish(),
})

/** Bodies as section 7 prints them: wrapped, and with these keys only. */
const Bodies = {
  'POST /v1/user_token': z.strictObject({
    auth: z.strictObject({ email: z.string(), password: z.string() }),
  }),
  'POST /v1/users': z.strictObject({
    brand_id: Id,
    user: z.strictObject({
      ...{ first_name: z.string(), last_name: z.string(), phone: z.string() },
      ...{ email: z.string(), password: z.string(), tag_list: z.array(z.string()).optional() },
    }),
  }),
  'POST /v1/customers': z.strictObject({
    customer: z.strictObject({
      ...{ email: z.string(), phone: z.string().optional() },
      ...{ set_password_url: z.string().optional(), tag_list: z.array(z.string()).optional() },
    }),
  }),
  'POST /v1/password_resets': z.strictObject({
    password_reset: z.strictObject({ email: z.string(), redirect_uri: z.string(), brand_id: Id }),
  }),
  'POST /v1/orders': z.strictObject({ order: Order }),
  'POST /v1/payments': z.strictObject({ payment: Payment }),
  'POST /v1/comments': z.strictObject({
    comment: z.strictObject({
      ...{ commentable_type: z.string(), commentable_id: Id, public: z.boolean(), body: z.string() },
    }),
  }),
  'POST /v1/subscriptions': z.strictObject({ subscription: z.strictObject({ plan_id: z.string() }) }),
}
type WithBody = keyof typeof Bodies

/** Lists everybody may read, keyed by their plural, and by their singular below an id. */
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
/** Query names section 7 knows, on any list. */
const QUERY =
  /^(brand_id|brand_id\[\]|id|id\[\]|\$published|sort|page|page_size|email|purchaser_id|last_emailed_to|user_id)$/

const notFound: Answer = { status: 404, body: { error: 'Not Found' } }
const invalid = (field: string, message: string): Answer => ({ status: 422, body: { [field]: [message] } })

/**
 * A `/v1` that knows the calls of spec section 7 and nothing else, over real HTTP, with its state in memory. What is
 * not printed there is 404, bodies with another key are refused, and both are remembered as strangers.
 */
export async function startSectionSevenStub(): Promise<SectionSevenStub> {
  const strangers: string[] = []
  const calls: string[] = []
  const state = createState()
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(body === undefined ? '' : JSON.stringify(body))
    })
  })

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://stub')
    const method = request.method ?? 'GET'
    const name = `${method} ${url.pathname}`
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const unknown = [...url.searchParams.keys()].filter((key) => !QUERY.test(key))
    const checked = text === '' ? undefined : checkBody(name, JSON.parse(text) as unknown)
    if (checked?.ok === false) strangers.push(`${name} ${checked.why}`)
    if (checked?.ok === false) return { status: 422, body: { base: [checked.why] } }
    const user = state.users.find((one) => state.tokens.get(bearer(request)) === one.id)
    const call = { method, path: url.pathname.slice(4), query: url.searchParams, body: checked?.body, user }
    const found = unknown.length > 0 ? undefined : await state.answer(call)
    if (!found) strangers.push(`${name}${unknown.map((key) => ` ?${key}`).join('')}`)
    else calls.push(name)
    return found ?? notFound
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  return {
    origin: `http://127.0.0.1:${String(bound.port)}`,
    strangers: () => [...strangers],
    calls: () => [...calls],
    orders: () => state.orders,
    comments: () => state.comments,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const bearer = (request: IncomingMessage) =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''

function checkBody(name: string, body: unknown): { ok: true; body: unknown } | { ok: false; why: string } {
  if (!(name in Bodies)) return { ok: true, body }
  const parsed = Bodies[name as WithBody].safeParse(body)
  if (parsed.success) return { ok: true, body: parsed.data }
  const why = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')
  return { ok: false, why }
}

function createState() {
  const users: StubUser[] = []
  const tokens = new Map<string, number>()
  const orders: StubOrder[] = []
  const comments: unknown[] = []
  const login = (user: StubUser): Answer => {
    const jwt = randomUUID()
    tokens.set(jwt, user.id)
    return { status: 201, body: { jwt } }
  }
  const addUser = (user: Partial<StubUser> & { email: string }): StubUser => {
    const nobody = { first_name: null, last_name: null, phone: null }
    const added = { ...nobody, ...user, id: 500 + users.length }
    users.push(added)
    return added
  }
  const seen = ({ id, status, order_items, total }: StubOrder) => ({
    order: { id, status, order_items, total },
  })

  const post: Record<string, (body: never, user: StubUser | undefined) => Answer> = {
    customers: ({ customer }: z.infer<(typeof Bodies)['POST /v1/customers']>) => login(addUser(customer)),
    users: ({ user }: z.infer<(typeof Bodies)['POST /v1/users']>) => {
      if (users.some(({ email }) => email === user.email)) return invalid('email', 'has already been taken')
      return { status: 201, body: { user: publicUser(addUser(user)) } }
    },
    user_token: ({ auth }: z.infer<(typeof Bodies)['POST /v1/user_token']>) => {
      const user = users.find((one) => one.email === auth.email && one.password === auth.password)
      return user ? login(user) : notFound
    },
    password_resets: () => ({ status: 204 }),
    orders: ({ order }: z.infer<(typeof Bodies)['POST /v1/orders']>, user) => {
      if (!user) return { status: 401, body: { error: 'Unauthorized' } }
      const placed = placeOrder(order, user, orders.length)
      orders.push(placed)
      return { status: 201, body: { order: { id: placed.id } } }
    },
    payments: ({ payment }: z.infer<(typeof Bodies)['POST /v1/payments']>, user) =>
      pay(
        payment,
        orders.find((one) => one.id === payment.order_id && one.userId === user?.id),
      ),
    comments: ({ comment }: z.infer<(typeof Bodies)['POST /v1/comments']>, user) => {
      if (!user) return { status: 401, body: { error: 'Unauthorized' } }
      comments.push(comment)
      return { status: 201, body: { comment: { id: comments.length, ...comment } } }
    },
  }

  function read({ path, query, user }: Call): Answer | undefined {
    const [plural = '', id] = path.split('/')
    const ids = query.getAll('id[]').map(Number)
    if (path === 'products') {
      const wanted = query.getAll('brand_id[]').map(Number)
      return {
        status: 200,
        body: { products: catalogue.products.filter((one) => wanted.includes(one.brand_id)) },
      }
    }
    if (path === 'fares') return { status: 200, body: { fares: catalogue.fares.filter((one) => ids.includes(one.id)) } } // prettier-ignore
    if (path === 'schedules') return { status: 200, body: { schedule: catalogue.schedule } }
    if (path === 'roles') return { status: 200, body: { roles: catalogue.roles } }
    if (path === 'users/me') return user ? { status: 200, body: { user: publicUser(user) } } : { status: 401, body: { error: 'Unauthorized' } } // prettier-ignore
    if (plural === 'orders' && id) {
      const order = orders.find((one) => String(one.id) === id && one.userId === user?.id)
      return order ? { status: 200, body: seen(order) } : notFound
    }
    if (path === 'orders') {
      if (!user) return { status: 401, body: { error: 'Unauthorized' } }
      const own = orders.filter((one) => one.userId === user.id).map((one) => seen(one).order)
      return { status: 200, body: { orders: own, meta: { current_page: 1, total_pages: 1 } } }
    }
    const list = LISTS[plural]
    if (!list) return undefined
    if (id === undefined) return { status: 200, body: { [plural]: ids.length > 0 ? list.filter((one) => ids.includes(one.id)) : list } } // prettier-ignore
    const found = list.find((one) => String(one.id) === id)
    return found ? { status: 200, body: { [singular(plural)]: found } } : notFound
  }

  const answer = (call: Call): Answer | undefined => {
    if (call.method === 'GET') return read(call)
    const write = call.method === 'POST' ? post[call.path] : undefined
    if (write && call.body === undefined) return invalid('payment', 'payment data is required')
    return write?.(call.body as never, call.user)
  }
  return { users, tokens, orders, comments, answer }
}

const publicUser = ({ id, email, first_name, last_name, phone }: StubUser) => ({
  ...{ id, email, first_name, last_name, phone },
  role_ids: [],
})

function placeOrder(order: z.infer<typeof Order>, user: StubUser, before: number): StubOrder {
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

function pay(payment: z.infer<typeof Payment>, order: StubOrder | undefined): Answer {
  if (!order) return invalid('order', 'must exist')
  const card = payment.stripe_payment
  if (!card?.stripe_source) return invalid('payment', 'payment data is required')
  if (card.amount !== order.total) return invalid('amount', `must be ${order.total.toFixed(2)}`)
  if (!/^(pm|tok|ctoken)_\w+$/.test(card.stripe_source)) return invalid('credit_card', 'Unknown card')
  if (/declined/i.test(card.stripe_source)) {
    return invalid('credit_card', 'Your card was declined. (card_declined)')
  }
  order.status = 'completed'
  return { status: 201, body: { payments: [{ id: order.id, reference: `pi_${String(order.id)}` }] } }
}
