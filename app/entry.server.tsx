import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { NonceContext } from './page/nonce.ts'
import { PersonContext } from './page/person.ts'
import { collectHandles, mergeHandles, type PageHandle } from './page/page-handle.ts'
import { serializeArrivalCookie } from './visit/arrival.server.ts'
import { inlineCriticalCss } from './frame/critical-css.server.ts'
import { createKeptRenderings, type Rendering } from './frame/kept-renderings.server.ts'
import { findFormKey, readContent } from './frame/page-content.server.ts'
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
import { PRIVATE_HEADERS } from './visit/session.server.ts'
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
  const { staticHandlerContext: page } = remixContext
  takeData(remixContext, shop)
  const closed = isClosed(remixContext)
  const { hydrate, payments, worker, camera } = closed ? {} : handleOf(remixContext)
  const loaded = JSON.stringify(page.loaderData)
  const own = {
    // Pages without the framework's script have no nonce: public ones are the same for everybody.
    nonce: hydrate ? createNonce() : undefined,
    formKey: closed ? undefined : findFormKey(loaded),
  }
  if (closed) setMaintenanceHeaders(headers)
  const arrival = !closed && status < 400 ? await serializeArrivalCookie(request, shop) : undefined
  if (arrival) {
    headers.append('Set-Cookie', arrival)
    headers.set('Cache-Control', PRIVATE_HEADERS['Cache-Control'])
  }
  const data = hydrate ? leavePlaces(await receiveData(remixContext), own) : undefined
  const person = findPerson(context)
  const render = (): Rendering => {
    const place = own.nonce && PLACES.nonce
    const shown = (
      <NonceContext.Provider value={place}>
        <PersonContext.Provider value={person}>
          <RemixServer context={remixContext} url={request.url} nonce={place} />
        </PersonContext.Provider>
      </NonceContext.Provider>
    )
    const rendered = leavePlaces(focusFirstError(renderDocument(shown)), own)
    // React would find another head than it rendered on a page that it continues with.
    const { html, styleHash } = hydrate ? { html: rendered } : inlineCriticalCss(rendered)
    return { html: encoder.encode(html), styleHash }
  }
  // While developing, pages change without their data.
  const isKept = !closed && status === 200 && !shop.settings.development
  const content = isKept ? readContent({ request, page, own, loaded, data, person }) : undefined
  const rendering = content ? kept[content.of](content.text, render) : render()
  const { styleHash } = rendering
  headers.set(
    'Content-Security-Policy',
    contentPolicy(shop.settings, own.nonce ? { nonce: own.nonce, payments } : { styleHash, worker }),
  )
  if (camera) headers.set('Permissions-Policy', permissionsPolicy({ camera }))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (content?.of === 'everybody') shop.onRendered?.({ whole: rendering })
  if (content?.of === 'desk' && !headers.has('Set-Cookie')) {
    const repeat = repeatPage(rendering.html, headers, own.formKey !== undefined)
    shop.onRendered?.({ whole: own.formKey === undefined ? rendering : undefined, repeat })
  }
  return new Response(fillPlaces(rendering.html, own), { headers, status: closed ? 503 : status })
}

/**
 * Answers with a page of the desk again, with a new key of its form. It is kept for seconds, and stands
 * apart so that the data of the page's loaders is not kept with it.
 */
const repeatPage = (html: Rendering['html'], headers: Headers, hasForm: boolean) => () =>
  new Response(fillPlaces(html, { nonce: undefined, formKey: hasForm ? crypto.randomUUID() : undefined }), {
    headers,
  })

const encoder = new TextEncoder()
const shopPages = createKeptRenderings()
/** They have names and weights, so none stays longer than ten minutes. */
const deskPages = createKeptRenderings({ mostAge: 600_000 })
const kept = { everybody: shopPages, purchase: shopPages, desk: deskPages }

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
