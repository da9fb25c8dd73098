import { z } from 'zod'
import {
  type WaiverEffect,
  WrittenTextConflict,
  WrittenTextDraftConflict,
  WrittenTextDraftsReply,
  WrittenTextHistoryReply,
  WrittenTextPreviewReply,
  WrittenTextRequest,
  WrittenTextVersionsReply,
  type WrittenWords,
} from '#contract/written-text.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { parseLocalInstant } from '../parts/local-instant.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type ComparedLine } from './compare-words.ts'
import { findFileWords } from './find-file-words.server.ts'
import { compareTexts, type TextPlace } from './load-text.server.ts'
import { showWords, type ShownWords } from './show-words.server.ts'
import { TEXT_SHAPE, type When, WHENS } from './text-form.ts'
import { textPath } from './text-words.ts'

/** What the page shows after a press: what was typed, and perhaps how it would look. */
export interface TextAnswer {
  status: number
  answer: FormAnswer
  /** The versions that the form goes on to compare with; null for those of a fresh page. */
  was: string[] | null
  preview: ShownWords | null
  /** From what shoppers read, or from what somebody else saved, to what was typed. */
  changes: ComparedLine[] | null
  /** What a waiver means for who signed, by brand. */
  effects: BrandEffect[]
  /** The time that was typed, as an instant. */
  publish_at: string | null
  conflict: boolean
}

export type BrandEffect = WaiverEffect & { brandId: number }

const { title, summary, body, note } = WrittenTextRequest.shape.written_text.shape
const WHEN_NEEDED = 'Choose a day and a time'
const Common = z.object({
  title,
  summary,
  body: body.default(''),
  everywhere: z.boolean().default(false),
  sign_again: z.boolean().default(false),
  when: z.enum(WHENS),
  publish_at: z.string().max(40).default(''),
})
const Optional = Common.extend({ note: note.optional() })
const hasTime = ({ when, publish_at: at }: { when: When; publish_at: string }) => when !== 'at' || at !== ''
const TIME = { path: ['publish_at'], error: WHEN_NEEDED }
/** A draft and a preview may be without a note. */
const Typed = {
  needed: Common.extend({ note }).refine(hasTime, TIME),
  optional: Optional.refine(hasTime, TIME),
}
const Buttons = z.object({
  intent: z.enum(['save', 'preview', 'drop']),
  when: z.enum(WHENS),
  was: z.array(z.string().regex(/^[1-9]\d{0,8}:\d{1,6}:\d{1,10}$/)).max(20),
})
/** A page's `was`: the version and the draft of a brand that it showed. */
const readWas = (was: readonly string[]) =>
  was
    .map((one) => one.split(':').map(Number))
    .map(([id = 0, version = 0, draft = 0]) => ({ brand_id: id, version_was: version, draft_was: draft }))

/**
 * Saves a text, plans it or keeps it as a draft, throws its draft away, or shows how it would look. What
 * was typed stays in the form after every refusal.
 */
export async function handleText(
  staff: StaffVisit,
  place: TextPlace,
  form: FormData,
): Promise<TextAnswer | { to: string; status?: undefined }> {
  const { userApi } = staff
  const { name, brand } = place
  const { intent, was, when } = requireForm(form, Buttons)
  const isFree = intent !== 'save' || when === 'draft'
  const submission = parseForm(form, isFree ? Typed.optional : Typed.needed)
  const again = (
    status: number,
    more: Partial<TextAnswer> & { refused?: Parameters<typeof refuseForm>[2] },
  ) => {
    const { refused, ...rest } = more
    const answer = refuseForm(TEXT_SHAPE, submission, refused)
    return {
      status,
      answer,
      was,
      preview: null,
      changes: null,
      effects: [],
      publish_at: null,
      conflict: false,
      ...rest,
    }
  }
  const to = (done: string) => ({ to: `${textPath(brand.id, name)}?done=${done}` })
  if (intent === 'drop') {
    const id = readWas(was).find(({ brand_id: own }) => own === brand.id)?.draft_was ?? 0
    const gone = await userApi.delete(`/v1/written_text_drafts/${String(id)}`)
    return gone.ok ? to('dropped') : again(409, { refused: { message: DRAFT_CHANGED }, was: null })
  }
  if (submission.status !== 'success') return again(422, {})
  const {
    everywhere,
    note: why = '',
    when: chosen,
    publish_at: typedTime,
    sign_again,
    ...words
  } = submission.value
  const brands = readWas(was).filter(({ brand_id: id }) => everywhere || id === brand.id)
  const publish_at = chosen === 'at' ? parseLocalInstant(typedTime, brand.time_zone) : null
  const written_text = { name, brands, sign_again, ...words }
  const done = await send(userApi, { intent, when: chosen, written_text, note: why, publish_at })
  if (done.ok && intent === 'save') return to(DONE[chosen])
  if (done.ok) {
    const preview = await showWords(staff, brand, name, words)
    const changes = compareTexts(await readShown(staff, place), words)
    return again(200, { preview, changes, effects: findEffects(done.data), publish_at })
  }
  if (done.code !== 'changed_meanwhile') return again(refusalStatus(done), { refused: done })
  const theirs =
    WrittenTextConflict.safeParse(done.body).data?.written_text_version ??
    WrittenTextDraftConflict.safeParse(done.body).data?.written_text_draft
  const changes = compareTexts(theirs ?? (await readShown(staff, place)), words)
  return again(409, { refused: done, was: null, changes, conflict: true })
}

const DRAFT_CHANGED =
  'The draft was saved again, published or thrown away meanwhile, so it was left as it is. What you typed ' +
  'is still here.'
/** What the page says after the press. */
const DONE: Readonly<Record<When, string>> = { now: '1', at: 'planned', draft: 'draft' }

interface Sent {
  intent: 'save' | 'preview'
  when: When
  written_text: Record<string, unknown>
  note: string
  publish_at: string | null
}

function send(userApi: StaffVisit['userApi'], { intent, when, written_text, note: why, publish_at }: Sent) {
  if (intent === 'preview')
    return userApi.post('/v1/written_text_previews', WrittenTextPreviewReply, {
      body: { written_text: { ...written_text, publish_at } },
    })
  if (when === 'now')
    return userApi.post('/v1/written_text_versions', WrittenTextVersionsReply, {
      body: { written_text: { ...written_text, note: why } },
    })
  return userApi.post('/v1/written_text_drafts', WrittenTextDraftsReply, {
    body: { written_text: { ...written_text, note: why, publish_at } },
  })
}

/** What a waiver means for who signed, by brand; nothing for other texts. */
const findEffects = (reply: object): BrandEffect[] =>
  'written_text_preview' in reply
    ? WrittenTextPreviewReply.parse(reply).written_text_preview.brands.flatMap(({ brand_id, waiver }) =>
        waiver ? [{ brandId: brand_id, ...waiver }] : [],
      )
    : []

/** The words that shoppers read now. */
async function readShown({ userApi }: StaffVisit, { name, brand }: TextPlace): Promise<WrittenWords> {
  const path = `/v1/written_texts/${String(brand.id)}/${name}`
  return requireData(await userApi.get(path, WrittenTextHistoryReply)).newest ?? findFileWords(name)
}
