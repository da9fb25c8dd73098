import { Agent, request as httpRequest } from 'node:http'

export interface Ask {
  path: string
  method?: 'GET' | 'POST'
  /** Sent as JSON. */
  body?: unknown
  token?: string | undefined
  /** A browser's, as it sends it. */
  cookie?: string | undefined
}

export interface Sent {
  status: number
  /** As they came, compressed where the server does so. */
  bytes: Buffer
}

export const createAgent = (connections: number) => new Agent({ keepAlive: true, maxSockets: connections })

/** Asks as a browser does: on a connection that stays open, for a compressed answer. */
export function send(
  origin: string,
  { path, method = 'GET', body, token, cookie }: Ask,
  agent: Agent,
): Promise<Sent> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    // A page is asked for compressed; what a program reads here comes as it is.
    ...(path.startsWith('/v1/') ? {} : { 'Accept-Encoding': 'gzip, br' }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(cookie === undefined ? {} : { Cookie: cookie }),
    ...(text === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
  }
  return new Promise((resolve, reject) => {
    const request = httpRequest(origin + path, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) })
      })
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(text)
  })
}
