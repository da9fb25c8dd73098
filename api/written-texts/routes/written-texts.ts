import { createRoute, z } from '@hono/zod-openapi'
import { QueryId } from '#contract/primitives.ts'
import {
  WrittenTextDraftRequest,
  WrittenTextDraftsReply,
  WrittenTextHistoryReply,
  WrittenTextName,
  WrittenTextPreviewReply,
  WrittenTextPreviewRequest,
  WrittenTextRequest,
  WRITTEN_TEXTS,
  WrittenTextsReply,
  WrittenTextVersionReply,
  WrittenTextVersionsReply,
} from '#contract/written-text.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { readWrittenTexts } from '../../store/written-texts/read-written-texts.ts'
import { type Refused } from '../plan-versions.ts'
import { listDrafts } from '../read-drafts.ts'
import { findVersion, listNewestVersions, readHistory } from '../read-versions.ts'
import { refuse } from '../refusals.ts'
import { dropDraft, saveDrafts } from '../save-draft.ts'
import { previewVersions, saveVersions } from '../save-version.ts'

const textParams = z.object({ brand_id: z.string().max(20), name: z.string().max(60) })

const list = createRoute({
  method: 'get',
  path: '/v1/written_texts',
  summary: 'The pages and the waiver as staff last saved them',
  description: 'A text that is not listed shows the words that come with the shop. Mails are not listed.',
  request: { query: z.object({ brand_id: QueryId.optional() }) },
  responses: { 200: jsonReply('The newest words of each text', WrittenTextsReply) },
})
const newest = createRoute({
  method: 'get',
  path: '/v1/written_text_versions',
  summary: 'Who saved which text last, when and why; staff only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The newest version of each text', WrittenTextVersionsReply) },
})
const history = createRoute({
  method: 'get',
  path: '/v1/written_texts/{brand_id}/{name}',
  summary:
    'All versions of a text of a brand, the newest first and with its words, and its draft; staff only',
  middleware: [requireCaller] as const,
  request: { params: textParams },
  responses: { 200: jsonReply('The versions', WrittenTextHistoryReply) },
})
const one = createRoute({
  method: 'get',
  path: '/v1/written_text_versions/{brand_id}/{name}/{version}',
  summary: 'One version of a text with its words; staff only',
  middleware: [requireCaller] as const,
  request: { params: textParams.extend({ version: z.string().max(20) }) },
  responses: { 200: jsonReply('The version', WrittenTextVersionReply) },
})
const save = createRoute({
  method: 'post',
  path: '/v1/written_text_versions',
  summary: 'Save words as the next version of a text, for one brand or several; admins only',
  description:
    'An older version comes back by saving its words again. 409 with the present version if somebody ' +
    'else saved one since `version_was`, or with the draft if somebody saved one since `draft_was`; the ' +
    'draft that these words replace goes. A waiver that was signed stays as it was signed; with ' +
    '`sign_again` it no longer counts for flights that leave later.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(WrittenTextRequest) },
  responses: { 201: jsonReply('The newest version of each text', WrittenTextVersionsReply) },
})
const drafts = createRoute({
  method: 'get',
  path: '/v1/written_text_drafts',
  summary: 'The drafts of texts and what waits for its time, without the words; staff only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The drafts', WrittenTextDraftsReply) },
})
const saveDraft = createRoute({
  method: 'post',
  path: '/v1/written_text_drafts',
  summary: 'Keep words as the draft of a text, or plan them for a time; admins only',
  description:
    'There is one draft of each text and brand; these words take its place. At `publish_at` they become ' +
    'the next version, unless somebody saved another one since: then they are a draft again, with ' +
    '`missed_at`. 409 as for saving.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(WrittenTextDraftRequest) },
  responses: { 201: jsonReply('The drafts', WrittenTextDraftsReply) },
})
const drop = createRoute({
  method: 'delete',
  path: '/v1/written_text_drafts/{id}',
  summary: 'Throw a draft away, or what waits for its time; admins only',
  description: '404 if it was saved again since: it has another id then.',
  middleware: [requireCaller] as const,
  request: { params: z.object({ id: z.string().max(20) }) },
  responses: { 204: { description: 'The draft is gone' } },
})
const preview = createRoute({
  method: 'post',
  path: '/v1/written_text_previews',
  summary: 'Check words as saving would, and store nothing; admins only',
  description:
    'Of a waiver it counts who signed the present version, and who of them flies after the new one.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(WrittenTextPreviewRequest) },
  responses: { 200: jsonReply('What saving would make', WrittenTextPreviewReply) },
})

const keyOf = (params: { brand_id: string; name: string }) => ({
  brandId: findId(params.brand_id) ?? 0,
  name: WrittenTextName.safeParse(params.name).data,
})

export const writtenTexts = createRouter()
  .openapi(list, async (c) => {
    const { brand_id: brandId } = c.req.valid('query')
    const texts = await readWrittenTexts(c.get('deps').database.db)
    const shown = texts.filter(
      (text) => WRITTEN_TEXTS[text.name].kind !== 'mail' && (brandId ?? text.brand_id) === text.brand_id,
    )
    return c.json({ written_texts: shown }, 200)
  })
  .openapi(newest, async (c) => {
    const { db } = c.get('deps').database
    return c.json({ written_text_versions: await listNewestVersions(db) }, 200)
  })
  .openapi(history, async (c) => {
    const { brandId, name } = keyOf(c.req.valid('param'))
    if (name === undefined) return refuse(c, 'not_found')
    return c.json(await readHistory(c.get('deps').database.db, { brandId, name }), 200)
  })
  .openapi(one, async (c) => {
    const params = c.req.valid('param')
    const { brandId, name } = keyOf(params)
    const version = findId(params.version)
    if (name === undefined || version === undefined) return refuse(c, 'not_found')
    const found = await findVersion(c.get('deps').database.db, { brandId, name, version })
    return found ? c.json({ written_text_version: found }, 200) : refuse(c, 'not_found')
  })
  .openapi(save, async (c) => {
    const { db } = c.get('deps').database
    const done = await saveVersions(db, c.req.valid('json').written_text, auditBy(c))
    if (done.ok) return c.json({ written_text_versions: await listNewestVersions(db) }, 201)
    return refuseSaving(c, done)
  })
  .openapi(drafts, async (c) => {
    return c.json({ written_text_drafts: await listDrafts(c.get('deps').database.db) }, 200)
  })
  .openapi(saveDraft, async (c) => {
    const { db } = c.get('deps').database
    const done = await saveDrafts(db, c.req.valid('json').written_text, auditBy(c))
    if (done.ok) return c.json({ written_text_drafts: await listDrafts(db) }, 201)
    return refuseSaving(c, done)
  })
  .openapi(drop, async (c) => {
    const id = findId(c.req.valid('param').id)
    const gone = id !== undefined && (await dropDraft(c.get('deps').database.db, id, auditBy(c)))
    return gone ? c.body(null, 204) : refuse(c, 'not_found')
  })
  .openapi(preview, async (c) => {
    const { database, clock } = c.get('deps')
    const done = await previewVersions(database.db, c.req.valid('json').written_text, clock.now())
    if (done.ok) return c.json({ written_text_preview: { brands: done.brands } }, 200)
    return refuseSaving(c, done)
  })

function refuseSaving(c: Parameters<typeof refuse>[0], refused: Refused) {
  if ('fields' in refused) return refuseFields(c, refused.fields)
  if ('draft' in refused) return refuse(c, refused.reason, { written_text_draft: refused.draft })
  const more =
    'present' in refused && refused.present !== undefined ? { written_text_version: refused.present } : {}
  return refuse(c, refused.reason, more)
}
