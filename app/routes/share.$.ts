import { findShopBrand } from '#brands/index.ts'
import { createHash } from 'node:crypto'
import { type LoaderFunctionArgs } from '@remix-run/node'
import { drawInTurn } from '../pictures/draw-one-at-a-time.server.ts'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { drawShareImage, SHARE_DRAWING } from '../pictures/draw-share-image.server.ts'
import { fetchPhotoFile } from '../pictures/answer-photo.server.ts'
import { getShareCutName } from '../pictures/photo-art.ts'
import { getShopContext } from '../visit/shop-context.server.ts'
import { getShareSubject } from '../content/find-share-subject.server.ts'

/** Preview pictures by what they show, some hundred kilobytes each; the oldest is evicted first. */
const drawn = new Map<string, Promise<Buffer>>()
/** More than all brands have pages. */
const MOST = 500

/**
 * `/share/product/the-new-yorker.jpg`: the preview picture of a page, drawn on the first request.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const [, path] = /^([\w/-]{1,120})\.jpg$/.exec(params['*'] ?? '') ?? []
  if (path === undefined) throw new Response('There is no such picture.', { status: 404 })
  const visit = await loadCatalogueVisit(request, context)
  const { id, name } = visit.brand
  const subject = await getShareSubject(visit, path)
  const { title, note, place, mood, owner, photo } = subject
  const key = JSON.stringify([SHARE_DRAWING, id, name, title, note, place, mood, owner, photo])
  const etag = `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
  const headers = { ETag: etag, 'Cache-Control': 'public, max-age=86400, stale-while-revalidate=604800' }
  if (request.headers.get('If-None-Match') === etag) return new Response(null, { status: 304, headers })

  let drawing = drawn.get(key)
  if (!drawing) {
    drawing = drawInTurn(async () => {
      const cut = photo && (await fetchPhotoFile(getShopContext(context), getShareCutName(photo)))
      if (photo && !cut) throw new Response('The picture cannot be made now.', { status: 503 })
      const bytes = cut && new Uint8Array(await cut.arrayBuffer())
      return drawShareImage(findShopBrand(id), name, subject, bytes)
    })
    drawn.set(key, drawing)
    for (const oldest of drawn.keys()) if (drawn.size > MOST) drawn.delete(oldest)
    // After a failure the next request tries again.
    drawing.catch(() => drawn.delete(key))
  }
  const bytes = await drawing
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': 'image/jpeg', 'Content-Length': String(bytes.byteLength) },
  })
}
