import { openPayingShop } from './paying-shop.ts'
import { type Answer, type CallOptions } from './test-api.ts'

/** Some `/v1`, seen only over its wire. */
export interface ContractTarget {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

/**
 * The `/v1` at `CONTRACT_URL`, with any data in it; without one this product's own with the demo shop. What is tried
 * there writes orders and guests, and never pays.
 */
export async function openContract(): Promise<ContractTarget> {
  const url = process.env['CONTRACT_URL']
  if (!url) return openPayingShop()
  return {
    call: (method, path, options) => callAt(new URL(path, url), method, options),
    close: () => Promise.resolve(),
  }
}

async function callAt(url: URL, method: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers(options.headers)
  if (options.token) headers.set('Authorization', `Bearer ${options.token}`)
  if (options.body !== undefined) headers.set('Content-Type', 'application/json')
  const body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body)
  const response = await fetch(url, { method, headers, body: options.body === undefined ? null : body })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}
