import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { type ShopContext } from '../visit/shop-context.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

const ASKED = ['If-None-Match', 'If-Range', 'Range']
const ANSWERED = [
  'Accept-Ranges',
  'Cache-Control',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'Content-Type',
  'ETag',
]

/**
 * Passes on a photo as the service answers: complete, a range, or 304.
 *
 * @param path of the photo in `/v1`
 * @param token of the logged-in account; absent if the path contains the secret
 */
export async function fetchPhoto(
  shop: ShopContext,
  request: Request,
  { path, token }: { path: string; token?: string | undefined },
): Promise<Response> {
  const headers = new Headers({ 'X-Request-Id': shop.requestId })
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  for (const name of ASKED) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const parameters = new URL(request.url).searchParams
  const query = new URLSearchParams()
  if (parameters.get('size') === 'thumbnail') query.set('size', 'thumbnail')
  if (parameters.get('download') === '1') query.set('download', '1')
  const origin = shop.settings.apiUrl ?? 'http://v1.internal'
  const call = new Request(`${origin}${path}?${query.toString()}`, { headers })
  const answer = await shop.callApi(call).catch(() => undefined)
  if (!answer || ![200, 206, 304, 416].includes(answer.status)) {
    return new Response(NOT_FOUND_PAGE, {
      status: answer?.status === 429 ? 429 : 404,
      headers: PRIVATE_HEADERS,
    })
  }
  const passedOn = new Headers()
  for (const name of ANSWERED) {
    const value = answer.headers.get(name)
    if (value !== null) passedOn.set(name, value)
  }
  return new Response(answer.body, { status: answer.status, headers: passedOn })
}
