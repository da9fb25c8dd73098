import { type AppLoadContext } from '@remix-run/node'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { readSettings, type Settings } from '#settings/settings.ts'
import { createErrorReports, type ErrorReports } from './error-reports.server.ts'

/** What a loader or action may use of the world: the settings, and `/v1`. */
export interface ShopContext {
  settings: Pick<
    Settings,
    | 'publicUrl'
    | 'brandId'
    | 'secrets'
    | 'testMode'
    | 'payments'
    | 'stripe'
    | 'development'
    | 'sentryDsn'
    | 'apiUrl'
  >
  /** Sends a request to `/v1`: in process, or over the network to `API_URL`. */
  callApi: (request: Request) => Promise<Response>
  requestId: string
  /** What the visitor's browser calls itself: an account's list of sessions says so in words. */
  userAgent?: string | undefined
  /**
   * The version that what everybody sees had when the page was asked for; absent where nobody keeps
   * pages.
   */
  version?: string | undefined
  /**
   * Tells a failure that a page could not foresee; the log has it, and Sentry where it is set up.
   */
  reportError?: (error: unknown) => void
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    shop?: ShopContext
  }
}

let alone: Settings | undefined
let reports: Promise<ErrorReports> | undefined

/**
 * The context the outer server hands over; when the shop runs alone under `remix-serve` there is
 * none, and it is made from the environment: `/v1` is then at `API_URL`.
 */
export function getShopContext(context: AppLoadContext): ShopContext {
  if (context.shop) return context.shop
  // eslint-disable-next-line no-restricted-properties -- read here alone, and only when the shop runs alone
  alone ??= readSettings(process.env, ensureSecrets)
  const apiUrl = alone.apiUrl
  if (!apiUrl) throw new Error('API_URL is required when the shop runs alone')
  reports ??= createErrorReports(alone.sentryDsn, alone.development ? 'development' : 'production')
  return {
    settings: alone,
    callApi: (request) => fetch(request),
    requestId: crypto.randomUUID(),
    reportError: (error) => {
      console.error(error) // eslint-disable-line no-console -- there is no other log when the shop runs alone
      void reports?.then((to) => {
        to.report(error)
      })
    },
  }
}
