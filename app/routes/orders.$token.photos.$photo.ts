import { type LoaderFunctionArgs } from '@remix-run/node'
import { fetchPhoto } from '../flights/fetch-photo.server.ts'
import { isLinkToken } from '../orders/find-linked-order.server.ts'
import { getShopContext } from '../visit/shop-context.server.ts'

/** A photo of an order's flight, for the holder of the link in its mails. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const token = isLinkToken(params.token) ? params.token : 'none'
  const photo = /^[1-9]\d{0,8}$/.test(params.photo ?? '') ? (params.photo ?? '') : '0'
  return fetchPhoto(getShopContext(context), request, { path: `/v1/order_links/${token}/photos/${photo}` })
}
