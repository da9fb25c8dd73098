import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { LinkedOrderPage, NoOrderLink } from '../orders/linked-order-page.tsx'
import { findLinkedOrder } from '../orders/find-linked-order.server.ts'
import { SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import sheet from '../styles/order-pages.css?url'
import { loadVisit } from '../visit/load-visit.server.ts'

/**
 * The order behind the link in its mails. The link logs nobody in, and opening it does not use it
 * up.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  // An order's number is no secret: its page requires a log-in.
  if (/^[1-9]\d{0,8}$/.test(params.token ?? '')) {
    return redirect(`/account/orders/${params.token ?? ''}`, { status: 303, headers: SECRET_PAGE_HEADERS })
  }
  const visit = await loadVisit(request, context)
  const { phone, email } = visit.brand
  const contact = { phone, email }
  const found = await findLinkedOrder(visit, params.token)
  if (!found) return data({ page: undefined, contact }, { status: 404, headers: SECRET_PAGE_HEADERS })
  const path = new URL(request.url).pathname.replace(/\/$/, '')
  return data({ page: { ...found, path }, contact }, { headers: SECRET_PAGE_HEADERS })
}

export const handle: PageHandle = { sheet }
export const headers = () => SECRET_PAGE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, {
    title: loaded?.page ? `Order ${loaded.page.order.number}` : 'This link is not in use',
  }),
  { name: 'robots', content: 'noindex' },
]

export default function LinkedOrder() {
  const { page, contact } = useLoaderData<typeof loader>()
  return page ? <LinkedOrderPage {...page} contact={contact} /> : <NoOrderLink contact={contact} />
}
