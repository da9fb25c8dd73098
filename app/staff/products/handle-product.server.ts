import { z } from 'zod'
import {
  type ProductSheet,
  type ProductSheetPreview,
  ProductSheetPreviewReply,
  ProductSheetReply,
  productSheetShape,
} from '#contract/product-sheet.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { isSent } from '../../ui/form/sent-values.server.ts'
import { sayRow } from '../catalogue/parse-row.server.ts'
import { askColleague } from '../parts/ask-for-approval.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type ApiResult } from '../../visit/api-result.ts'
import { describeProductConflict, mergeConflict } from './describe-conflict.ts'
import { loadProductSheet, type ProductChoices } from './load-products.server.ts'
import { PRODUCT_FIELDS, PRODUCT_SHAPE } from './product-form.ts'
import {
  endOfLastDay,
  joinSeatTypes,
  listChangedProductFields,
  productForm,
  type ProductValues,
  readHidden,
  readProductValues,
  readTimetable,
  toProductValues,
} from './read-product-form.server.ts'
import { takePhoto } from './take-photo.server.ts'
import { timetableOf } from './timetable-cells.ts'

/** What the form is compared with when it is sent again. */
export interface KeptProduct {
  was: ProductValues
  tag: string
}

export interface ProductAnswer {
  status: number
  answer: FormAnswer
  /** Undefined for a product that does not exist yet. */
  kept: KeptProduct | undefined
  preview: ProductSheetPreview | undefined
  /** What was done although the typed values are not saved. */
  notice: string | undefined
  /** It was refused for a limit, and a colleague may do it. */
  askable?: boolean
}

/** What a button led to: the address that shows it, or the page again. */
export type ProductDone = { to: string } | ProductAnswer

const Buttons = z.object({ intent: z.enum(['save', 'preview', 'add', 'hide', 'sell', 'ask']).catch('save') })
type Intent = z.output<typeof Buttons>['intent']

export const keepProduct = (sheet: ProductSheet): KeptProduct => ({
  was: toProductValues(sheet),
  tag: sheet.tag,
})

/** Does what a button of the page was pressed for. */
export async function handleProduct(
  staff: StaffVisit,
  id: number | undefined,
  form: FormData,
  choices: ProductChoices,
): Promise<ProductDone> {
  const { intent } = requireForm(form, Buttons)
  const photoProblem = await takePhoto(staff, form)
  if (id !== undefined && (intent === 'hide' || intent === 'sell')) {
    return turnSale(staff, id, { form, photoProblem }, intent, choices)
  }
  const sent = readSent(staff, id, { form, photoProblem }, choices)
  if (intent === 'preview' || intent === 'add') return showAgain(staff, id, sent, intent)
  if (intent === 'ask') return askForProduct(staff, id, sent)
  return id === undefined ? makeProduct(staff, sent, intent) : changeProduct(staff, id, sent, choices)
}

/** A form whose photo was taken, or why it was not. */
interface TakenForm {
  form: FormData
  photoProblem: string | undefined
}

/** The form as it was sent. */
function readSent(
  { visit }: StaffVisit,
  id: number | undefined,
  { form, photoProblem }: TakenForm,
  { terminals }: ProductChoices,
) {
  const hidden = readHidden(form)
  joinSeatTypes(form, hidden.was)
  const values = readProductValues(form)
  const timetable = readTimetable(form)
  const terminal = terminals.find((one) => String(one.id) === values['departure_terminal_id'])
  const zone = terminal?.timezone ?? visit.brand.time_zone
  const changed = hidden.was && listChangedProductFields(values, hidden.was)
  // Without an address the service makes one from the name.
  const given = PRODUCT_FIELDS.filter((name) => name !== 'slug' || values['slug'] !== '')
  const names = changed ?? given
  const submission = parseForm(form, productForm(names, zone, id !== undefined))
  const wasFlying = [...(hidden.was?.fly ?? [])].toSorted().join()
  const isTimetableChanged = timetable.fly.toSorted().join() !== wasFlying
  const body =
    submission.status === 'success'
      ? {
          ...submission.value,
          ...(names.includes('publish_until') ? endOfLastDay(values, zone) : {}),
          ...(isTimetableChanged ? { timetable: timetableOf(timetable.fly) } : {}),
        }
      : undefined
  const kept = hidden.was && { was: hidden.was, tag: hidden.tag }
  const problems = {
    ...timetable.problems,
    ...(photoProblem === undefined ? {} : { photo_file: [photoProblem] }),
  }
  return { hidden, values, timetable, problems, names, submission, body, kept, isTimetableChanged }
}
type Sent = ReturnType<typeof readSent>

/** The page again with what was typed, and with an error at each field that has one. */
function answerWith(
  { submission, problems, values, kept }: Sent,
  status: number,
  why: Refusal = {},
): ProductAnswer {
  const errors = { ...problems, ...why.errors }
  return {
    status,
    answer: refuseForm(PRODUCT_SHAPE, submission, { ...why, errors: sayProduct(errors, values) }),
    kept,
    preview: undefined,
    notice: undefined,
  }
}

/** Errors of `/v1` at their fields; those of a time of the timetable stand above it. */
const sayProduct = (errors: Refusal['errors'], values: ProductValues | Record<string, string | string[]>) => {
  const { photo, ...known } = sayRow(productSheetShape, errors ?? {}, values)
  const others = Object.entries(errors ?? {}).filter(([name]) => name !== 'photo' && !(name in known))
  return {
    ...known,
    ...(photo ? { photo_file: photo } : {}),
    ...Object.fromEntries(
      others.map(([name, messages]) => [name.startsWith('timetable') ? 'fly' : name, messages]),
    ),
  }
}

const PATH = '/v1/product_sheets'
const pathOf = (id: number | undefined) => (id === undefined ? PATH : `${PATH}/${String(id)}`)

/** The page again with the preview; a time that was added is a row of its own then. */
async function showAgain(
  { userApi }: StaffVisit,
  id: number | undefined,
  sent: Sent,
  intent: 'preview' | 'add',
): Promise<ProductAnswer> {
  const refused = answerWith(sent, 422)
  const isAdded = intent === 'add' && Object.keys(sent.problems).length === 0
  const shown = isAdded ? withAddedTime(refused, sent) : refused
  if (!sent.body || Object.keys(sent.problems).length > 0) {
    return isAdded ? { ...shown, status: 200 } : shown
  }
  const call = { body: { product_sheet: { ...sent.body, preview: true } } }
  const seen = await (id === undefined
    ? userApi.post(pathOf(id), ProductSheetPreviewReply, call)
    : userApi.patch(pathOf(id), ProductSheetPreviewReply, call))
  if (!seen.ok) return isAdded ? { ...shown, status: 200 } : answerWith(sent, seen.status, seen)
  return { ...shown, status: 200, preview: seen.data.product_sheet_preview }
}

/** Nobody asked yet for what is missing, so that it is no error. */
function withAddedTime(refused: ProductAnswer, { timetable }: Sent): ProductAnswer {
  const { answer } = refused
  const { fly, times } = timetable
  const initialValue = { ...answer.initialValue, fly, times, new_time: '', new_sunset: '' }
  return { ...refused, answer: { ...answer, initialValue, error: {} } }
}

async function makeProduct({ userApi }: StaffVisit, sent: Sent, intent: Intent): Promise<ProductDone> {
  if (!sent.body || Object.keys(sent.problems).length > 0) return answerWith(sent, 422)
  const publish_status = intent === 'sell' ? 'published' : 'draft'
  const { key } = sent.hidden
  const made = await userApi.post(PATH, ProductSheetReply, {
    body: { product_sheet: { ...sent.body, publish_status } },
    ...(key === undefined ? {} : { idempotencyKey: key }),
  })
  if (!made.ok) return answerRefused(sent, made)
  return { to: `/staff/products/${String(made.data.product_sheet.id)}?done=made` }
}

const answerRefused = (sent: Sent, refused: ApiResult<unknown> & { ok: false }): ProductAnswer => ({
  ...answerWith(sent, refused.status, refused),
  askable: refused.code === 'approval_needed',
})

/** Puts what was typed before a colleague, after it was refused for a limit. */
async function askForProduct(
  { userApi }: StaffVisit,
  id: number | undefined,
  sent: Sent,
): Promise<ProductDone> {
  if (!sent.body || Object.keys(sent.problems).length > 0) return answerWith(sent, 422)
  const added = id === undefined ? { publish_status: 'draft' } : {}
  const asked = await askColleague(
    userApi,
    {
      method: id === undefined ? 'POST' : 'PATCH',
      path: pathOf(id),
      body: { product_sheet: { ...sent.body, ...added } },
    },
    sent.hidden.key ?? '',
  )
  if (!asked.ok) return answerRefused(sent, asked)
  return {
    to: `${id === undefined ? '/staff/products' : `/staff/products/${String(id)}`}?asked=${asked.data}`,
  }
}

async function changeProduct(
  staff: StaffVisit,
  id: number,
  sent: Sent,
  choices: ProductChoices,
): Promise<ProductDone> {
  if (!sent.body || Object.keys(sent.problems).length > 0) return answerWith(sent, 422)
  const to = `/staff/products/${String(id)}?done=saved`
  if (sent.names.length === 0 && !sent.isTimetableChanged) return { to }
  const saved = await staff.userApi.patch(pathOf(id), ProductSheetReply, {
    body: { product_sheet: sent.body },
    ifMatch: sent.hidden.tag || undefined,
  })
  if (saved.ok) return { to }
  if (saved.status !== 412) return answerRefused(sent, saved)
  return meetConflict(sent, await loadProductSheet(staff, id), choices)
}

/** Nothing is written: the page shows what the other person saved beside what was typed. */
function meetConflict(sent: Sent, theirs: ProductSheet, choices: ProductChoices): ProductAnswer {
  const now = toProductValues(theirs)
  const mine = { values: sent.values, fly: sent.timetable.fly, names: sent.names }
  const was = sent.hidden.was ?? now
  const { failure, problems } = describeProductConflict({ was, now, mine, choices })
  const answer = refuseForm(PRODUCT_SHAPE, sent.submission, { errors: { '': [failure], ...problems } })
  return {
    status: 409,
    kept: keepProduct(theirs),
    answer: { ...answer, initialValue: mergeConflict({ was, now, mine }) },
    preview: undefined,
    notice: undefined,
  }
}

const TURNED = {
  hide: 'It is hidden from the shop.',
  sell: 'It is on sale.',
} as const

/** Hides a product or puts it on sale at once; what else was typed stays typed. */
async function turnSale(
  staff: StaffVisit,
  id: number,
  taken: TakenForm,
  intent: 'hide' | 'sell',
  choices: ProductChoices,
): Promise<ProductDone> {
  const before = await loadProductSheet(staff, id)
  const turned = await staff.userApi.patch(pathOf(id), ProductSheetReply, {
    body: { product_sheet: intent === 'hide' ? { publish_status: 'draft' } : openSale(before) },
  })
  const isAlone = !isSent(taken.form, 'was')
  const sent = readSent(staff, id, taken, choices)
  if (!turned.ok) {
    const refused = answerWith(sent, turned.status, turned)
    if (!isAlone) return refused
    const answer = refuseForm(PRODUCT_SHAPE, parseForm(new FormData(), z.object({})), turned)
    return {
      ...refused,
      answer: { ...answer, initialValue: { ...toProductValues(before) } },
      kept: keepProduct(before),
    }
  }
  if (isAlone || (sent.names.length === 0 && !sent.isTimetableChanged)) {
    return { to: `/staff/products/${String(id)}?done=${intent === 'hide' ? 'hidden' : 'sold'}` }
  }
  // Compared with what it was when the form was made: a change of somebody else stays a conflict.
  const isSame = before.tag === sent.hidden.tag
  const kept = isSame ? keepProduct(turned.data.product_sheet) : sent.kept
  const shown = answerWith({ ...sent, kept }, 200)
  const notice = `${TURNED[intent]} What you changed below is not saved yet.`
  return { ...shown, answer: { ...shown.answer, error: {} }, notice }
}

/** A sale that was paused or had ended opens as well. */
function openSale({ product }: ProductSheet): Record<string, unknown> {
  const isOver = product.publish_until !== null && Date.parse(product.publish_until) <= Date.now()
  return {
    publish_status: 'published',
    ...(product.availability === 'paused' ? { availability: 'available' } : {}),
    ...(isOver ? { publish_until: null } : {}),
  }
}
