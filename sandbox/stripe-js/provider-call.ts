import { type StripeError } from '@stripe/stripe-js'

/** An error of the provider: calls throw it, and the page gets it as `{ error }`. */
export class ProviderError extends Error {
  constructor(readonly error: StripeError) {
    super(error.message)
  }
}

/** The origin of this script, which also serves the sandbox's pages and calls. */
const script = (document.currentScript as HTMLScriptElement | null)?.src ?? ''
export const sandboxUrl = script.includes('/sandbox/stripe.js')
  ? script.replace(/\/stripe\.js.*$/, '')
  : `${location.origin}/sandbox`

export type Call = <T>(method: 'GET' | 'POST', path: string, fields?: object) => Promise<T>

/** @throws ProviderError when the call fails or gets no response. */
export function createCall(publishableKey: string): Call {
  return async <T>(method: 'GET' | 'POST', path: string, fields: object = {}) => {
    const form = encode(fields)
    const query = method === 'GET' && form.size > 0 ? `?${String(form)}` : ''
    const answer = await fetch(`${sandboxUrl}/stripe/v1/${path}${query}`, {
      method,
      headers: { authorization: `Bearer ${publishableKey}` },
      ...(method === 'POST' ? { body: form } : {}),
    })
      .then(async (response) => (await response.json()) as T & { error?: StripeError })
      .catch(() => {
        const message = 'The payment service does not answer. Please check your connection and try again.'
        throw new ProviderError({ type: 'api_connection_error', message })
      })
    if (answer.error) throw new ProviderError(answer.error)
    return answer
  }
}

/** Encodes fields as `a[b]=c`, the provider's form encoding, without undefined values. */
function encode(fields: object, prefix = '', form = new URLSearchParams()): URLSearchParams {
  for (const [key, value] of Object.entries(fields) as [string, unknown][]) {
    const name = prefix ? `${prefix}[${key}]` : key
    if (value === undefined || value === null) continue
    if (typeof value === 'object') encode(value, name, form)
    else form.append(name, String(value))
  }
  return form
}

/** Creates an error for incorrect use of Stripe.js by the page. */
export function usageError(message: string): Error {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}
