import { type LoaderFunctionArgs } from '@remix-run/node'
import { findBlogPicture } from '../texts/blog-pictures.server.ts'

/** `/blog/pictures/miami-day-2.avif`: a picture of a story, drawn on the first request. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const picture = findBlogPicture(params['picture'] ?? '')
  if (!picture) throw new Response('There is no such picture.', { status: 404 })
  const { type, etag } = picture
  const headers = { ETag: etag, 'Cache-Control': 'public, max-age=604800' }
  if (request.headers.get('If-None-Match') === etag) return new Response(null, { status: 304, headers })
  const bytes = await picture.draw()
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.byteLength) },
  })
}
