import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './private-address.ts'

export interface SendWebhook {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** For development: also allows plain HTTP and this machine. */
  loopback: boolean
  timeoutMs: number
  /** Gives up at once. */
  stopping?: AbortSignal | undefined
}

/** The receiver's status, or why there was no answer. */
export type WebhookResponse = { status: number; error?: undefined } | { status?: undefined; error: string }

const INNER = 'The address leads into a private network.'
const INNER_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/i

/** Returns why nothing may be sent to an address; undefined for an allowed one. */
export function urlProblem(text: string, loopback: boolean): string | undefined {
  if (!URL.canParse(text)) return 'Must be an address like https://example.com/hooks'
  const url = new URL(text)
  const host = hostOf(url)
  const local = loopback && (isLoopbackAddress(host) || host === 'localhost')
  if (url.protocol !== 'https:' && !(local && url.protocol === 'http:')) return 'Must begin with https://'
  if (url.username || url.password) return 'Must carry no name or password'
  if (url.hash) return 'Must end before the #'
  if (local) return undefined
  if (isIP(host) ? !isPublicAddress(host) : INNER_NAME.test(host) || !host.includes('.')) {
    return 'Must lead out of this network'
  }
  return undefined
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Posts once. The host name is resolved here and only public addresses are connected to, so that a
 * name cannot change to a private address after the check (DNS rebinding). Redirects are not
 * followed.
 */
export function sendWebhook({
  url: text,
  headers,
  body,
  loopback,
  timeoutMs,
  stopping,
}: SendWebhook): Promise<WebhookResponse> {
  const problem = urlProblem(text, loopback)
  if (problem !== undefined) return Promise.resolve({ error: problem })
  const url = new URL(text)
  return new Promise((resolve) => {
    const request = (url.protocol === 'http:' ? http : https).request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: false,
      ...(stopping ? { signal: stopping } : {}),
      lookup: publicLookup(loopback),
    })
    const timeout = setTimeout(() => request.destroy(new Error('No answer in time.')), timeoutMs)
    const settle = (sent: WebhookResponse) => {
      clearTimeout(timeout)
      resolve(sent)
      request.destroy()
    }
    // The body is not needed and may be endless, so the connection closes after the headers.
    request.on('response', (response) => {
      settle({ status: response.statusCode ?? 0 })
    })
    request.on('error', (error) => {
      settle({ error: error.message.slice(0, 200) || 'No connection.' })
    })
    request.end(body)
  })
}

/** Resolves a name; fails when any of its addresses is private. */
function publicLookup(loopback: boolean): LookupFunction {
  return (name, options, answer) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) {
        answer(error, '')
        return
      }
      const open = ({ address }: { address: string }) =>
        isPublicAddress(address) || (loopback && isLoopbackAddress(address))
      const [first] = found
      if (!first || !found.every(open)) answer(new Error(INNER), '')
      else if (options.all) answer(null, found)
      else answer(null, first.address, first.family)
    })
  }
}
