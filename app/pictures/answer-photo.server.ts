import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { type ShopContext } from '../visit/shop-context.server.ts'

const ANSWERED = ['Cache-Control', 'Content-Length', 'Content-Type', 'X-Content-Type-Options']

/** Reads a picture of a photo from the service; undefined if there is none, or it cannot be read. */
export async function fetchPhotoFile(shop: ShopContext, name: string): Promise<Response | undefined> {
  const origin = shop.settings.apiUrl ?? 'http://v1.internal'
  const call = new Request(`${origin}/v1/photo_files/${encodeURIComponent(name)}`, {
    headers: { 'X-Request-Id': shop.requestId },
  })
  const answer = await shop.callApi(call).catch(() => undefined)
  return answer?.status === 200 ? answer : undefined
}

/** Answers with a picture as the service has it, which browsers keep for ever. */
export async function answerPhoto(shop: ShopContext, name: string): Promise<Response> {
  const answer = await fetchPhotoFile(shop, name)
  if (!answer) return new Response(NOT_FOUND_PAGE, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const headers = new Headers()
  for (const header of ANSWERED) {
    const value = answer.headers.get(header)
    if (value !== null) headers.set(header, value)
  }
  return new Response(answer.body, { headers })
}
