import { type AppLoadContext } from '@remix-run/node'
import { keptSecrets } from '#settings/kept-secrets.ts'
import { readSettings, type Settings } from '#settings/settings.ts'

/** What a loader or action may use of the world: the settings, and `/v1`. */
export interface ShopContext {
  settings: Pick<
    Settings,
    'publicUrl' | 'brandId' | 'secrets' | 'testMode' | 'payments' | 'development' | 'sentryDsn' | 'apiUrl'
  >
  /** Sends a request to `/v1`: in process, or over the network to `API_URL`. */
  callApi: (request: Request) => Promise<Response>
  requestId: string
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    shop?: ShopContext
  }
}

let alone: Settings | undefined

/**
 * The context the outer server hands over; when the shop runs alone under `remix-serve` there is none, and it is made
 * from the environment: `/v1` is then at `API_URL`.
 */
export function getShopContext(context: AppLoadContext): ShopContext {
  if (context.shop) return context.shop
  alone ??= readSettings(process.env, keptSecrets) // eslint-disable-line no-restricted-properties -- the one place that reads it when the shop runs alone
  const apiUrl = alone.apiUrl
  if (!apiUrl) throw new Error('API_URL is required when the shop runs alone')
  return { settings: alone, callApi: (request) => fetch(request), requestId: crypto.randomUUID() }
}
