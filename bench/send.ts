import { Agent, request as httpRequest } from 'node:http'

export interface Ask {
  path: string
  method?: 'GET' | 'POST'
  /** The body, sent as JSON. */
  body?: unknown
  /** The fields of a form of a page, sent in place of a JSON body. */
  form?: Record<string, string> | undefined
  token?: string | undefined
  /** The `Cookie` header. */
  cookie?: string | undefined
}

export interface Sent {
  status: number
  /** The response body as received, still compressed where the server compresses. */
  bytes: Buffer
}

export const createAgent = (connections: number) => new Agent({ keepAlive: true, maxSockets: connections })

/** Sends a request as a browser does: on a connection that stays open, accepting compression. */
export function send(
  origin: string,
  { path, method = 'GET', body, form, token, cookie }: Ask,
  agent: Agent,
): Promise<Sent> {
  const text = form
    ? new URLSearchParams(form).toString()
    : body === undefined
      ? undefined
      : JSON.stringify(body)
  const headers = {
    // Pages are requested compressed; answers for programs come uncompressed.
    ...(path.startsWith('/v1/') ? {} : { 'Accept-Encoding': 'gzip, br' }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(cookie === undefined ? {} : { Cookie: cookie }),
    ...(text === undefined
      ? {}
      : {
          'Content-Type': form ? 'application/x-www-form-urlencoded' : 'application/json',
          'Content-Length': String(Buffer.byteLength(text)),
        }),
    ...(form ? { Origin: origin } : {}),
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
