import { type AppLoadContext } from '@remix-run/node'
import { type z } from 'zod'
import { type VersionParts } from '#contract/version.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { readSettings, type Settings } from '#settings/settings.ts'
import { createErrorReports, type ErrorReports } from './error-reports.server.ts'
import { type Refusal } from './refusals.server.ts'

/** An answer of `/v1` with the size of its body in characters. */
export interface KeptAnswer<T> {
  answer: T
  size: number
  /** What the answer depends on. */
  parts: VersionParts
}

/** A page of which more than one answer is sent. */
export interface RenderedPage {
  /** All its bytes, as one object while they stay the same; absent where each answer has its own. */
  whole?: { html: Uint8Array<ArrayBuffer> } | undefined
  /** Makes one more answer with it, for the same person; absent on public pages. */
  repeat?: (() => Response) | undefined
}

/** What loaders and actions depend on: the settings, and `/v1`. */
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
    | 'isPublic'
    | 'sandboxPassword'
  >
  /**
   * Sends a request to `/v1`: in process, or over the network to `API_URL`. In process, a read may give
   * its JSON to `takeAnswer` in place of a body.
   */
  callApi: (request: Request, takeAnswer?: (value: unknown) => void) => Promise<Response>
  requestId: string
  /** The visitor's user agent, which an account's list of sessions describes in words. */
  userAgent?: string | undefined
  /** The page says why nothing is answered now; only addresses without a route do. */
  refusal?: Refusal | undefined
  /** The version of the public data at the time of the request; absent if pages are not cached. */
  version?: string | undefined
  /**
   * Returns a public answer from memory while the public data has the version that it has for this
   * page, or asks for it. Absent where nobody knows the version.
   */
  keepAnswer?: <T extends { ok: boolean }>(
    key: string,
    ask: (callApi: ShopContext['callApi']) => Promise<KeptAnswer<T>>,
  ) => Promise<T>
  /**
   * The data of a page without the framework's script, by the ids of its routes, which the framework
   * would write for the script. Absent where it has the data itself.
   */
  unsentData?: Map<string, unknown>
  /** The page shows what its loaders return and sends nothing else of it. */
  sendsNoData?: boolean
  /** Called with each value that is taken unchecked, and with the schema it should fit; tests check there. */
  onUnchecked?: (value: unknown, schema: z.ZodType) => void
  /** Called with a page that others get, too, or that may be sent again. */
  onRendered?: (page: RenderedPage) => void
  /** Reports an unexpected failure: to the log, and to Sentry if it is configured. */
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
 * The context from the server. If the shop runs separately under `remix-serve` there is none, and
 * it is made from the environment; `/v1` is then at `API_URL`.
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
