import { type LoaderFunctionArgs } from '@remix-run/node'
import { checkSession } from '../visit/sign-in.server.ts'
import { fetchPhoto } from '../flights/fetch-photo.server.ts'
import { getSession } from '../visit/session.server.ts'
import { getShopContext } from '../visit/shop-context.server.ts'

const idOf = (text: string | undefined) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? (text ?? '') : '0')

/**
 * A photo of a flight, or its thumbnail, for accounts with seats on it; for others it does not
 * exist.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const shop = getShopContext(context)
  const session = await getSession(request, shop)
  await checkSession(shop, session)
  const path = `/v1/flights/${idOf(params.flight)}/photos/${idOf(params.photo)}`
  return fetchPhoto(shop, request, { path, token: session.get('token') })
}
