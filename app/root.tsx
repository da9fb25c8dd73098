import { type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import {
  Links,
  type MetaFunction,
  Outlet,
  Scripts,
  type ShouldRevalidateFunction,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode } from 'react'
import { BUSY_SENTENCE } from '#contract/service-sentences.ts'
import { BUSY_TITLE, ClosedPage } from './frame/closed-page.tsx'
import { DocumentMeta } from './frame/document-meta.tsx'
import { useNonce } from './page/nonce.ts'
import { PageError } from './frame/page-error.tsx'
import { type FrameData, PageFrame } from './frame/page-frame.tsx'
import { collectHandles, mergeHandles } from './page/page-handle.ts'
import { pageMeta } from './page/page-meta.ts'
import { ReloadOnce } from './frame/reload-once.tsx'
import enhanceUrl from './enhancers/enhance.js?url'
import { requireCanonicalAddress } from './visit/canonical-address.server.ts'
import { getCanonicalOrigin, isSpecOnlyService, requireBrand } from './visit/brand.server.ts'
import { isUnderMaintenance } from './visit/maintenance.server.ts'
import { loadBanner } from './campaigns/load-banner.server.ts'
import { getServiceTexts } from './visit/describe-service.server.ts'
import { getShopContext } from './visit/shop-context.server.ts'
import { getPageTheme } from './visit/theme.server.ts'
import defaultFontSheet from './styles/fonts-fraunces.css?url'
import stylesUrl from './styles/site.css?url'
import { describeError } from './visit/error-messages.ts'

/** The theme of pages whose brand is unknown. */
const DEFAULT_THEME = '1'

export async function loader({ request, context }: LoaderFunctionArgs): Promise<FrameData> {
  requireCanonicalAddress(request)
  const shop = getShopContext(context)
  const { settings } = shop
  const [brand, basic] = await Promise.all([requireBrand(request, context), isSpecOnlyService(shop)])
  const closed = isUnderMaintenance(request, brand)
  const banner = closed ? undefined : await loadBanner(request, context, brand)
  return {
    brand: {
      ...{ id: brand.id, name: brand.name, tagline: brand.tagline },
      ...{ phone: brand.phone, email: brand.email, rescheduling: brand.rescheduling },
    },
    theme: getPageTheme(brand.id),
    origin: getCanonicalOrigin(brand, settings),
    testMode: settings.testMode,
    specOnly: basic,
    words: getServiceTexts(basic),
    year: new Date().getUTCFullYear(),
    banner,
    closed,
  }
}

/**
 * The frame's data is not reloaded while a date is chosen; only a submitted form may have changed
 * it.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod = 'GET',
  actionResult,
  defaultShouldRevalidate,
}) => formMethod !== 'GET' && !isUnanswered(actionResult) && defaultShouldRevalidate

/**
 * True if a submission got no answer: reloading data now would end in an error page and lose the
 * typed values.
 */
const isUnanswered = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'unanswered' in answer

export const meta: MetaFunction<typeof loader> = ({ matches, error }) => {
  if (!error) return pageMeta(matches, { title: 'Scenic helicopter flights' })
  const { status, message } = describeError(error)
  return [
    ...pageMeta(matches, {
      title: status === 429 || message === BUSY_SENTENCE ? BUSY_TITLE : `${String(status)} ${message}`,
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

/** A failed page is never cached; other pages set their own cache headers. */
export const headers: HeadersFunction = ({ errorHeaders, loaderHeaders }) =>
  errorHeaders ? { 'Cache-Control': 'no-store' } : loaderHeaders

export function Layout({ children }: { children: ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('root')
  const failed = Boolean(useRouteError())
  const handle = mergeHandles(collectHandles(useMatches()))
  const hydrate = handle.hydrate && !failed && !shell?.closed
  const nonce = useNonce()
  const theme = shell?.theme
  return (
    <html lang="en" data-brand={theme?.name ?? DEFAULT_THEME}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <DocumentMeta />
        <link rel="stylesheet" href={theme?.fontSheet ?? defaultFontSheet} />
        <link rel="stylesheet" href={stylesUrl} />
        {shell?.banner ? <link rel="stylesheet" href={shell.banner.sheet} /> : null}
        {handle.sheet ? <link rel="stylesheet" href={handle.sheet} /> : null}
        {handle.hydrate ? null : (
          <link rel="alternate" type="application/rss+xml" title="Notes from the pad" href="/blog/rss.xml" />
        )}
        {theme ? <link rel="icon" type="image/svg+xml" href={theme.mark} /> : null}
        <Links />
        {hydrate ? <ReloadOnce /> : null}
        <script type="module" src={enhanceUrl} {...{ fetchpriority: 'low' }} />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {children}
        {/* Links load documents, so the browser restores the scroll position. */}
        {hydrate ? <Scripts nonce={nonce} /> : null}
      </body>
    </html>
  )
}

export default function Root() {
  const shell = useLoaderData<typeof loader>()
  const handle = mergeHandles(collectHandles(useMatches()))
  if (import.meta.env.SSR && shell.closed) return <ClosedPage />
  return (
    <PageFrame handle={handle} shell={shell}>
      <Outlet />
    </PageFrame>
  )
}

export { PageError as ErrorBoundary }
