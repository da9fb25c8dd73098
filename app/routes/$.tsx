import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { slugHandle, slugMeta, SlugPage } from '../content/slug-page.tsx'
import { ReschedulingOffPage } from '../reschedules/reschedule-link-pages.tsx'
import { findPageOfSlug } from '../content/load-slug.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/order-pages.css?url'
import { REFUSALS } from '../visit/refusals.server.ts'
import { loadVisit } from '../visit/load-visit.server.ts'
import { getShopContext } from '../visit/shop-context.server.ts'
import { NOT_FOUND_ROUTE } from '../visit/error-messages.ts'

/**
 * All addresses that no route matches: `/R-1042`, the short link to reschedule an order's flight;
 * `/miami`, a place to leave from; and the pages that sell one flight, whose words a route cannot
 * match in part.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const { refusal } = getShopContext(context)
  if (refusal) throw new Response(REFUSALS[refusal].sentence, { status: REFUSALS[refusal].status })
  const slug = params['*'] ?? ''
  const [, id] = /^R-([1-9]\d{0,8})$/i.exec(slug) ?? []
  if (id === undefined) {
    const page = await findPageOfSlug(args, slug)
    if (!page) throw notFound()
    const unknown = page.kind === 'landings' && page.unknown
    return data(
      { kind: 'slug' as const, page },
      unknown ? { status: 404, headers: PRIVATE_HEADERS } : { headers: SHARED_HEADERS },
    )
  }
  const { brand } = await loadVisit(request, context)
  if (brand.rescheduling !== false) {
    return redirect(`/reschedule-flight?order=O-${id}`, { status: 302, headers: PRIVATE_HEADERS })
  }
  const { phone, email } = brand
  const off = { number: `O-${id}`, contact: { phone, email } }
  return data({ kind: 'rescheduling-off' as const, off }, { headers: PRIVATE_HEADERS })
}

export const action = () => {
  throw notFound()
}

const notFound = () => new Response(NOT_FOUND_ROUTE, { status: 404 })

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export const handle = (loaded: Loaded | undefined): PageHandle =>
  loaded?.kind === 'slug' ? slugHandle(loaded.page) : { sheet }
export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  if (!loaded) return matches.flatMap((match) => match.meta)
  if (loaded.kind === 'slug') return slugMeta(matches, loaded.page)
  return [
    ...pageMeta(matches, { title: 'Please call us to change your date' }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default function UnmatchedPage() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.kind === 'slug') return <SlugPage page={loaded.page} />
  return <ReschedulingOffPage {...loaded.off} />
}
