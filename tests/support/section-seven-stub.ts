import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { checkBody } from './section-seven-bodies.ts'
import { createSectionSevenState, type SectionSevenAnswer, type StubOrder } from './section-seven-state.ts'

export interface SectionSevenStub {
  /** The origin without a trailing slash. */
  origin: string
  /**
   * Calls outside section 7, or with more than it prints: `GET /v1/quotes`, `POST /v1/orders
   * order.total`.
   */
  unexpectedCalls(): string[]
  /** Every call that was answered, as `METHOD /path`. */
  calls(): string[]
  orders(): readonly StubOrder[]
  comments(): readonly unknown[]
  /** The secret of the last password reset mailed to an address. */
  resetToken(email: string): string | undefined
  stop(): Promise<void>
}

/** Query names that section 7 knows, on any list. */
const QUERY = new RegExp(
  [
    String.raw`^(brand_id|brand_id\[\]|id|id\[\]|\$published|sort|page|page_size`,
    String.raw`|email|purchaser_id|last_emailed_to|user_id)$`,
  ].join(''),
)

/**
 * A `/v1` that knows only the calls of the specification's section 7, over real HTTP, with its
 * state in memory. Unknown calls answer 404, bodies with another key are refused, and both are
 * recorded as strangers.
 */
export async function startSectionSevenStub(): Promise<SectionSevenStub> {
  const strangers: string[] = []
  const calls: string[] = []
  const state = createSectionSevenState()
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(body === undefined ? '' : JSON.stringify(body))
    })
  })

  async function answer(request: IncomingMessage): Promise<SectionSevenAnswer> {
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
    return found ?? { status: 404, body: { error: 'Not Found' } }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  return {
    origin: `http://127.0.0.1:${String(bound.port)}`,
    unexpectedCalls: () => [...strangers],
    calls: () => [...calls],
    orders: () => state.orders,
    comments: () => state.comments,
    resetToken: (email) => [...state.resets].findLast(([, whose]) => whose === email)?.[0],
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const bearer = (request: IncomingMessage) =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
