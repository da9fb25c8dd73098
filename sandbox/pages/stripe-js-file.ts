import { readFile } from 'node:fs/promises'
import type * as Bundler from '../stripe-js/bundle-stripe-js.mjs'

let bundled: Promise<string> | undefined

/** The sandbox's script for browsers, `/sandbox/stripe.js`. */
export async function stripeJs(): Promise<Response> {
  bundled ??= readBundle()
  return new Response(await bundled, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'max-age=300' },
  })
}

/**
 * Reads the script beside the server's bundle in the built product; from the sources, bundles it at
 * the first request.
 */
async function readBundle(): Promise<string> {
  try {
    return await readFile(new URL('./sandbox-stripe.js', import.meta.url), 'utf8')
  } catch {
    // The import uses a variable path, so that the built server does not include a bundler that it
    // never needs.
    const bundler = new URL('../stripe-js/bundle-stripe-js.mjs', import.meta.url)
    const { bundleStripeJs } = (await import(bundler.href)) as typeof Bundler
    return bundleStripeJs()
  }
}
