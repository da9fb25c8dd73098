import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ProductsReply } from '#contract/catalogue.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { GiftSheet } from '../gifts/gift-sheet.tsx'
import { loadGiftStatus } from '../gifts/handle-share.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import sheet from '../gifts/gift-ticket-pages.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { loginHref } from '../visit/login-href.ts'

/** The printable gift with its codes. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  const { userApi, user, brand, api } = visit
  if (!userApi || !user)
    throw redirect(loginHref('/account/gift-cards'), { status: 303, headers: PRIVATE_HEADERS })
  const { gift, timezone } = await loadGiftStatus(visit, { userApi }, params.share)
  if (gift.way !== 'print' || gift.state === 'taken_back') {
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  }
  const found = await api.get('/v1/products', ProductsReply, { query: { brand_id: brand.product_brand_ids } })
  const id = gift.gift_cards[0]?.product_id
  const product = found.ok ? found.data.products.find((one) => one.id === id) : undefined
  const picture = product && { product: product.id, place: product.place, tags: product.tag_list }
  const page = {
    gift,
    timezone,
    picture,
    shop: new URL(getShopOrigin(request, visit.shop.settings, brand.hosts)).host,
  }
  return data(page, { headers: await visitHeaders(visit) })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Your gift to print' }),
  { name: 'robots', content: 'noindex' },
]

export default function GiftToPrint() {
  return <GiftSheet {...useLoaderData<typeof loader>()} />
}
