import { createRoute } from '@hono/zod-openapi'
import { ManifestReply } from '#contract/passenger.ts'
import { createRouter } from '../http.ts'
import { requireCaller } from '../middleware/require-caller.ts'
import { readManifest } from '../services/passengers/read-manifest.ts'
import { jsonReply } from './json-reply.ts'
import { findId, IdParams } from './list-query.ts'
import { refuse } from './refuse.ts'

const manifest = createRoute({
  method: 'get',
  path: '/v1/flights/{id}/manifest',
  summary: 'Who flies and what they weigh; staff, and the pilot of the flight',
  description: 'The only call that tells a weight.',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The manifest', ManifestReply) },
})

export const flights = createRouter().openapi(manifest, async (c) => {
  const pilotId = c.get('reach') === 'own' ? c.get('signedIn').userId : undefined
  const { db } = c.get('deps').database
  const found = await readManifest(db, findId(c.req.valid('param').id) ?? 0, pilotId)
  return found ? c.json({ manifest: found }, 200) : refuse(c, 'not_found')
})
