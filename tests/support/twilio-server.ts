import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import RequestClient from 'twilio/lib/base/RequestClient.js'

export const ACCOUNT = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'token-of-the-account-0123456789ab',
  apiKey: undefined,
  senders: new Map([['loft-and-rotor', '+12015550101']]),
}

export interface TakenMessage {
  sid: string
  fields: Record<string, string>
  user: string
  sentAt: Date
}

export interface TwilioServer {
  /** Where a process of its own finds it. */
  origin: string
  /** The transport for the client of `createTwilioTexter`. */
  transport: RequestClient
  taken: TakenMessage[]
  /** Answers the next calls like this, with the provider's code. */
  refuseNext(...answers: { status: number; code?: number }[]): void
  /** Takes the next text and ends the connection instead of answering. */
  loseNextAnswer(): void
  close(): Promise<void>
}

/** A server that speaks the messages of the provider's REST interface (2010-04-01) over HTTP. */
export async function openTwilioServer(now: () => Date): Promise<TwilioServer> {
  const taken: TakenMessage[] = []
  const refusals: { status: number; code?: number }[] = []
  let loses = 0
  const path = `/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`
  const answer = (response: ServerResponse, status: number, body: object) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  }
  const present = ({ sid, fields, sentAt }: TakenMessage) => ({
    sid,
    to: fields.To,
    from: fields.From ?? null,
    body: fields.Body,
    status: 'queued',
    direction: 'outbound-api',
    date_sent: sentAt.toUTCString(),
  })
  const take = (request: IncomingMessage, fields: Record<string, string>): TakenMessage => {
    const [user = ''] = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64')
      .toString()
      .split(':')
    const sid = `SM${String(taken.length + 1).padStart(32, '0')}`
    const message = { sid, fields, user, sentAt: now() }
    taken.push(message)
    return message
  }
  const list = (url: URL) => {
    const { To: to, From: from, 'DateSent>': after } = Object.fromEntries(url.searchParams)
    return taken.filter(
      ({ fields, sentAt }) =>
        fields.To === to &&
        (from === undefined || fields.From === from) &&
        (after === undefined || sentAt >= new Date(after)),
    )
  }
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://localhost')
      let body = ''
      for await (const part of request) body += String(part)
      const refusal = refusals.shift()
      if (refusal) {
        const { status, code } = refusal
        answer(response, status, { status, code, message: `The 'To' number is not +1201…: ${body}` })
      } else if (url.pathname !== path) answer(response, 404, { status: 404, code: 20404 })
      else if (request.method === 'GET') answer(response, 200, { messages: list(url).map(present) })
      else {
        const message = take(request, Object.fromEntries(new URLSearchParams(body)))
        if (loses > 0) {
          loses -= 1
          request.socket.destroy()
        } else answer(response, 201, present(message))
      }
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${String(port)}`
  return {
    origin,
    transport: createTransport(origin),
    taken,
    refuseNext: (...answers) => refusals.push(...answers),
    loseNextAnswer: () => {
      loses += 1
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The transport for a client that talks to such a server. */
export const createTransport = (origin: string): RequestClient => new HereClient(origin)

/** The provider's own transport, led to another origin. */
class HereClient extends RequestClient {
  readonly #origin: string
  constructor(origin: string) {
    super({ timeout: 5000 })
    this.#origin = origin
  }
  override request<T>(options: RequestClient.RequestOptions<T>) {
    return super.request<T>({ ...options, uri: options.uri.replace('https://api.twilio.com', this.#origin) })
  }
}
