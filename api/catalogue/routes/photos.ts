import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { PhotoReply, SMALLEST_PHOTO } from '#contract/photo.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { createRefuse, refuseFields } from '../../http/refuse.ts'
import { type Refusal } from '../../http/refusal.ts'
import { readPhotoFile } from '../photos/read-photo-file.ts'
import { uploadPhoto } from '../photos/upload-photo.ts'

const { width, height } = SMALLEST_PHOTO
const SMALLEST = `${width.toLocaleString('en-US')} by ${String(height)}`

const photoRefusals = {
  photo_unreadable: {
    status: 422,
    fields: {
      photo: [
        'Must be a JPEG, PNG, WebP or AVIF picture. Save a HEIC photo of a phone as JPEG, and try again',
      ],
    },
  },
  photo_too_small: {
    status: 422,
    fields: { photo: [`Must be at least ${SMALLEST} pixels, or it would be blurred on large screens`] },
  },
  photo_too_many_pixels: {
    status: 422,
    fields: { photo: ['Must have 50 million pixels at most. Save it smaller, and try again'] },
  },
  photos_busy: {
    status: 503,
    code: 'service_unavailable',
    error: 'Other photos are being made ready just now. Please try again in a few seconds.',
    retryAfterSeconds: 5,
  },
} satisfies Record<string, Refusal>
const refusePhoto = createRefuse(photoRefusals)

const upload = createRoute({
  method: 'post',
  path: '/v1/photos',
  summary: 'Upload a photo for a product; staff only',
  description:
    `The body is the picture itself: JPEG, PNG, WebP or AVIF, at least ${SMALLEST} pixels and 50 million ` +
    'at most. It is encoded anew without the camera’s metadata. The same file again returns the same ' +
    'photo. A product shows it once its `photo` is the returned id; a photo that no product has shown ' +
    'for a week is deleted.',
  middleware: [requireCaller] as const,
  responses: { 201: jsonReply('The photo', PhotoReply) },
})
const file = createRoute({
  method: 'get',
  path: '/v1/photo_files/{name}',
  summary: 'A picture of a photo, in one format and width',
  description:
    'The name is `{photo}-{focal point}-{format}-{width}.{avif or jpg}`. What has a name never changes, so ' +
    'it may be kept for ever.',
  request: { params: z.object({ name: z.string().max(80) }) },
  responses: {
    200: {
      description: 'The picture',
      content: { 'image/avif': { schema: z.string() }, 'image/jpeg': { schema: z.string() } },
    },
  },
})

const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
}

export const photos = createRouter()
  .openapi(upload, async (c) => {
    // Other bodies were read as text before they came here.
    if (!c.req.header('Content-Type')?.startsWith('image/')) return refusePhoto(c, 'photo_unreadable')
    const deps = c.get('deps')
    const uploaded = await uploadPhoto(deps, new Uint8Array(await c.req.arrayBuffer()))
    if (uploaded.ok) return c.json({ photo: uploaded.photo }, 201)
    if (uploaded.reason === 'photo_too_large')
      return refuseFields(c, { photo: [`Must be ${String(deps.settings.photoMegabytes)} MB at most`] })
    return refusePhoto(c, uploaded.reason)
  })
  .openapi(file, async (c) => {
    const { name } = c.req.valid('param')
    const content = await readPhotoFile(c.get('deps').database.db, name)
    if (!content) return refusePhoto(c, 'not_found')
    const type = name.endsWith('.avif') ? 'image/avif' : 'image/jpeg'
    return c.body(content, 200, {
      ...HEADERS,
      'Content-Type': type,
      'Content-Length': String(content.byteLength),
    })
  })
