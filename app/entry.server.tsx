import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { z } from 'zod'
import { NonceContext } from './page/nonce.ts'
import { PersonContext } from './page/person.ts'
import { collectHandles, mergeHandles, type PageHandle } from './page/page-handle.ts'
import { serializeArrivalCookie } from './visit/arrival.server.ts'
import { inlineCriticalCss } from './frame/critical-css.server.ts'
import { createKeptRenderings, type Rendering } from './frame/kept-renderings.server.ts'
import { isSharedPage, readSharedQuery } from './visit/cacheable-pages.server.ts'
import { contentPolicy } from './visit/content-policy.server.ts'
import { permissionsPolicy } from './visit/permissions-policy.server.ts'
import {
  createNonce,
  fillPlaces,
  leavePlaces,
  PLACES,
  receiveData,
  renderDocument,
} from './frame/render-html.server.ts'
import { focusFirstError } from './frame/set-autofocus.server.ts'
import { findPerson } from './visit/person.server.ts'
import { setMaintenanceHeaders } from './visit/maintenance.server.ts'
import { namesSession, PRIVATE_HEADERS } from './visit/session.server.ts'
import { getShopContext, type ShopContext } from './visit/shop-context.server.ts'

/**
 * Renders the whole page before the first byte is sent, so that an error can still set the status
 * and the HTML can be cached.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const shop = getShopContext(context)
  takeData(remixContext, shop)
  const closed = isClosed(remixContext)
  const { hydrate, payments, worker, camera } = closed ? {} : handleOf(remixContext)
  // Pages without the framework's script are the same for everybody and cached, so they have no
  // nonce.
  const own = hydrate ? { nonce: createNonce(), formKey: findFormKey(remixContext) } : undefined
  if (closed) setMaintenanceHeaders(headers)
  const arrival = !closed && status < 400 ? await serializeArrivalCookie(request, shop) : undefined
  if (arrival) {
    headers.append('Set-Cookie', arrival)
    headers.set('Cache-Control', PRIVATE_HEADERS['Cache-Control'])
  }
  const data = own && leavePlaces(await receiveData(remixContext), own)
  const render = (): Rendering => {
    const place = own && PLACES.nonce
    const page = (
      <NonceContext.Provider value={place}>
        <PersonContext.Provider value={findPerson(context)}>
          <RemixServer context={remixContext} url={request.url} nonce={place} />
        </PersonContext.Provider>
      </NonceContext.Provider>
    )
    const rendered = focusFirstError(renderDocument(page))
    // React would find another head than it rendered on a page that it continues with.
    const { html, styleHash } = own ? { html: leavePlaces(rendered, own) } : inlineCriticalCss(rendered)
    return { html: encoder.encode(html), styleHash }
  }
  const content = closed || status !== 200 ? undefined : readContent(request, remixContext, data)
  // While developing, pages change without their data.
  const keeps = content !== undefined && !shop.settings.development
  const rendering = keeps ? keepRendering(content, render) : render()
  if (keeps && !own) shop.onRendered?.(rendering)
  const { styleHash } = rendering
  const html = own ? fillPlaces(rendering.html, own) : rendering.html
  headers.set(
    'Content-Security-Policy',
    contentPolicy(shop.settings, own ? { nonce: own.nonce, payments } : { styleHash, worker }),
  )
  if (camera) headers.set('Permissions-Policy', permissionsPolicy({ camera }))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { headers, status: closed ? 503 : status })
}

const encoder = new TextEncoder()
const keepRendering = createKeptRenderings()

/** The pages of a purchase; without a session they are the same for all who choose the same. */
const PURCHASE_PAGE = /^\/checkout\/[\w-]+(?:\/(?:pay|gift))?$/

/**
 * All that a page shows that is not personal, as text: the data of its loaders and its address, from
 * which the parameters go that no public page reads. Undefined for other pages.
 *
 * @param data of a page that the framework's script continues with, as it stands in the page that
 *   is kept
 */
function readContent(
  request: Request,
  { staticHandlerContext: page }: EntryContext,
  data: string | undefined,
): string | undefined {
  const { location, loaderData, actionData, errors } = page
  const { pathname, search } = location
  if (actionData || errors) return undefined
  if (data !== undefined)
    return PURCHASE_PAGE.test(pathname) && !namesSession(request) ? `${pathname}${search} ${data}` : undefined
  if (!isSharedPage(pathname)) return undefined
  const { read } = readSharedQuery({ pathname, searchParams: new URLSearchParams(search) }, [])
  page.location = { ...location, search: read }
  return `${pathname}${read} ${JSON.stringify(loaderData)}`
}

const FormPage = z.object({ formKey: z.uuid() })

/** The key of the page's form, which no other answer may have. */
function findFormKey({ staticHandlerContext: { loaderData, matches } }: EntryContext): string | undefined {
  const page: unknown = loaderData[matches.at(-1)?.route.id ?? '']
  return FormPage.safeParse(page).data?.formKey
}

/** Gives the page what its loaders left in the context instead of handing it to the framework. */
function takeData({ staticHandlerContext }: EntryContext, { unsentData }: ShopContext): void {
  const { loaderData } = staticHandlerContext
  for (const id of Object.keys(loaderData)) {
    if (unsentData?.has(id)) loaderData[id] = unsentData.get(id)
  }
}

/** Whether the brand is under maintenance and the page is not one of those that stay available. */
function isClosed({ staticHandlerContext }: EntryContext): boolean {
  const shell: unknown = staticHandlerContext.loaderData['root']
  return typeof shell === 'object' && shell !== null && 'closed' in shell && shell.closed === true
}

/** The handle of the requested page; an error page has none. */
function handleOf({ routeModules, staticHandlerContext }: EntryContext): PageHandle {
  if (staticHandlerContext.errors) return {}
  const { matches, loaderData } = staticHandlerContext
  const routes = matches.map(({ route: { id } }) => ({
    handle: routeModules[id]?.handle,
    data: loaderData[id] as unknown,
  }))
  return mergeHandles(collectHandles(routes))
}

/**
 * Reports unexpected errors of loaders, actions and pages. A visitor who cancels a request causes
 * no report.
 */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (!request.signal.aborted) getShopContext(context).reportError?.(error)
}
