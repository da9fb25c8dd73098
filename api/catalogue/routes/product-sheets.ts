import { createRoute } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import { type Context } from 'hono'
import { z } from 'zod'
import {
  ProductSheetChange,
  ProductSheetCreation,
  ProductSheetPreviewReply,
  ProductSheetReply,
  ProductSheetsReply,
  SheetTime,
} from '#contract/product-sheet.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { idempotent } from '../../access/idempotent.ts'
import { products } from '../../db/schema/catalogue.ts'
import { type ApiEnv, createRouter, type SignedInCaller } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { readIfMatch } from '../../http/read-if-match.ts'
import { refuse } from '../../http/refuse.ts'
import { refuseWrite } from '../../resources/refuse-write.ts'
import { type Wire } from '../../resources/resource.ts'
import { findEntry, readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { productResource } from '../product-resources.ts'
import { listProductSheets } from '../product-sheets/list-product-sheets.ts'
import { previewSheet } from '../product-sheets/preview-sheet.ts'
import { readProductSheet } from '../product-sheets/read-product-sheet.ts'
import { saveProductSheet } from '../product-sheets/save-product-sheet.ts'

const ABOUT =
  'A sheet is a product with its weekly timetable. Saving one writes everything or nothing. What is ' +
  'missing from a sent timetable ends at once; who is booked on it flies all the same. With `preview` ' +
  'nothing is written, and the answer says what saving would do.'

const list = createRoute({
  method: 'get',
  path: '/v1/product_sheets',
  summary: 'All products with state, next departure, load of four weeks and price; staff only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The products', ProductSheetsReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/product_sheets/{id}',
  summary: 'A product with its timetable, as shoppers see it; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The sheet', ProductSheetReply) },
})
const create = createRoute({
  method: 'post',
  path: '/v1/product_sheets',
  summary: 'Create or preview a product with its timetable; staff only',
  description: ABOUT,
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(ProductSheetCreation) },
  responses: {
    200: jsonReply('The preview', ProductSheetPreviewReply),
    201: jsonReply('The sheet', ProductSheetReply),
  },
})
const change = createRoute({
  method: 'patch',
  path: '/v1/product_sheets/{id}',
  summary: 'Change or preview a product with its timetable; missing fields stay; staff only',
  description: ABOUT,
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(ProductSheetChange) },
  responses: {
    200: jsonReply('The sheet, or the preview', z.union([ProductSheetReply, ProductSheetPreviewReply])),
  },
})

type C = Context<ApiEnv & { Variables: { signedIn: SignedInCaller } }>

/** The brand of a key that is bound to one. */
const ownBrand = (c: C): number | null => c.get('signedIn').apiKey?.brandId ?? null

function writerOf(c: C) {
  const { userId, roles, apiKey } = c.get('signedIn')
  const brandId = ownBrand(c)
  const own = brandId === null ? undefined : eq(products.brandId, brandId)
  const now = c.get('deps').clock.now()
  return { userId, roles, now, requestId: c.get('requestId'), apiKeyId: apiKey?.id, own }
}

const Sent = z.looseObject({
  timetable: z.array(SheetTime).optional(),
  preview: z.boolean().optional(),
})

/** Separates the fields of the product from what the sheet has beside them. */
function splitSent(sent: Wire) {
  const { timetable, preview = false, ...fields } = Sent.parse(sent)
  return { timetable, preview, sent: fields as Wire }
}

export const productSheets = createRouter()
  .openapi(list, async (c) => {
    const { database, clock } = c.get('deps')
    const sheets = await listProductSheets(database.db, { brandId: ownBrand(c), now: clock.now() })
    return c.json({ product_sheets: sheets }, 200)
  })
  .openapi(read, async (c) => {
    const { database, clock } = c.get('deps')
    const id = findId(c.req.valid('param').id)
    const scope = { brandId: ownBrand(c), now: clock.now() }
    const found = id === undefined ? undefined : await readProductSheet(database.db, id, scope)
    return found ? c.json({ product_sheet: found }, 200, { ETag: found.tag }) : refuse(c, 'not_found')
  })
  .openapi(create, async (c) => {
    const { database } = c.get('deps')
    const { preview, ...input } = splitSent(c.req.valid('json').product_sheet)
    const by = writerOf(c)
    if (preview) {
      const refused = await productResource.prepare?.(c.get('deps'), undefined, input.sent)
      if (refused) return refuseWrite(c, refused)
      const catalogue = await readCatalogue(database.db)
      const shown = await previewSheet(database.db, catalogue, { entry: undefined, ...input, now: by.now })
      return shown.ok ? c.json({ product_sheet_preview: shown.preview }, 200) : refuseWrite(c, shown)
    }
    const made = await saveProductSheet(c.get('deps'), { id: undefined, ...input }, by)
    if (!made.ok) return refuseWrite(c, made)
    const found = await readProductSheet(database.db, made.id, { brandId: null, now: by.now })
    return found ? c.json({ product_sheet: found }, 201, { ETag: found.tag }) : refuse(c, 'not_found')
  })
  .openapi(change, async (c) => {
    const { database } = c.get('deps')
    const id = findId(c.req.valid('param').id)
    if (id === undefined) return refuse(c, 'not_found')
    const { preview, ...input } = splitSent(c.req.valid('json').product_sheet)
    const by = writerOf(c)
    if (preview) {
      const catalogue = await readCatalogue(database.db)
      const entry = findEntry(catalogue, id)
      const brandId = ownBrand(c)
      if (!entry || (brandId !== null && entry.product.brandId !== brandId)) return refuse(c, 'not_found')
      const refused = await productResource.prepare?.(c.get('deps'), id, input.sent)
      if (refused) return refuseWrite(c, refused)
      const shown = await previewSheet(database.db, catalogue, { entry, ...input, now: by.now })
      return shown.ok ? c.json({ product_sheet_preview: shown.preview }, 200) : refuseWrite(c, shown)
    }
    const saved = await saveProductSheet(c.get('deps'), { id, ...input }, { ...by, ifMatch: readIfMatch(c) })
    if (!saved.ok) return refuseWrite(c, saved)
    const found = await readProductSheet(database.db, id, { brandId: null, now: by.now })
    return found ? c.json({ product_sheet: found }, 200, { ETag: found.tag }) : refuse(c, 'not_found')
  })
