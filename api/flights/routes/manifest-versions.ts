import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  AcceptManifestRequest,
  ManifestVersion,
  type ManifestVersionPaper,
  ManifestVersionReply,
  ManifestVersionsReply,
  PrintManifestReply,
} from '#contract/manifest-version.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { idempotent } from '../../access/idempotent.ts'
import { createRouter, type SignedInCaller } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { listManifestVersions, readManifestVersion } from '../manifests/list-manifest-versions.ts'
import { acceptManifest, printManifest } from '../manifests/record-manifest-version.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/flights/{id}/manifest_versions',
  summary: 'The versions of a manifest, and what changed since; staff and the flight’s pilot',
  description: 'With names and weights, where they differ from one version to the next.',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The versions, newest first', ManifestVersionsReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/flights/{id}/manifest_versions/{number}',
  summary: 'One version of a manifest as its paper shows it; staff and the flight’s pilot',
  middleware: [requireCaller] as const,
  request: { params: IdParams.extend({ number: z.string().max(20) }) },
  responses: { 200: jsonReply('The version with its content', ManifestVersionReply) },
})
const print = createRoute({
  method: 'post',
  path: '/v1/flights/{id}/manifest_versions',
  summary: 'Record what stands on the manifest now as printed; staff and the flight’s pilot',
  description:
    'Later changes are compared with the newest printed version. Where nothing differs from it, the ' +
    'answer is that version.',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 201: jsonReply('The version', PrintManifestReply) },
})
const accept = createRoute({
  method: 'post',
  path: '/v1/flights/{id}/manifest_acceptances',
  summary: 'Accept the manifest as it stands; only the flight’s pilot',
  description:
    '`seen` is that of the state which the pilot saw. If anything has changed since, the answer is 409 ' +
    'with the present state.',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams, body: jsonBody(AcceptManifestRequest) },
  responses: { 201: jsonReply('The accepted version', PrintManifestReply) },
})

const scopeOf = (id: string, { userId }: SignedInCaller, reach: 'own' | 'any') => ({
  flightId: findId(id) ?? 0,
  pilotId: reach === 'own' ? userId : undefined,
})

/** Who prints or accepts has seen what stands there; the paper is a call of its own. */
const withoutContent = (paper: ManifestVersionPaper) => ManifestVersion.parse(paper)

export const manifestVersions = createRouter()
  .openapi(list, async (c) => {
    const scope = scopeOf(c.req.valid('param').id, c.get('signedIn'), c.get('reach'))
    const found = await listManifestVersions(c.get('deps').database.db, scope)
    return found ? c.json(found, 200) : refuse(c, 'not_found')
  })
  .openapi(read, async (c) => {
    const { id, number } = c.req.valid('param')
    const scope = scopeOf(id, c.get('signedIn'), c.get('reach'))
    const found = await readManifestVersion(c.get('deps').database.db, scope, findId(number) ?? 0)
    return found ? c.json({ manifest_version: found }, 200) : refuse(c, 'not_found')
  })
  .openapi(print, async (c) => {
    const deps = c.get('deps')
    const scope = scopeOf(c.req.valid('param').id, c.get('signedIn'), c.get('reach'))
    const number = await printManifest(deps, scope, auditBy(c))
    const found =
      number === undefined ? undefined : await readManifestVersion(deps.database.db, scope, number)
    return found ? c.json({ manifest_version: withoutContent(found) }, 201) : refuse(c, 'not_found')
  })
  .openapi(accept, async (c) => {
    const deps = c.get('deps')
    const scope = { flightId: findId(c.req.valid('param').id) ?? 0, pilotId: c.get('signedIn').userId }
    const { seen } = c.req.valid('json').manifest_acceptance
    const accepted = await acceptManifest(deps, { flightId: scope.flightId, seen, by: auditBy(c) })
    if (!accepted.ok) {
      return refuse(c, accepted.reason, 'state' in accepted ? { manifest_state: accepted.state } : {})
    }
    const found = await readManifestVersion(deps.database.db, scope, accepted.number)
    return found ? c.json({ manifest_version: withoutContent(found) }, 201) : refuse(c, 'not_found')
  })
