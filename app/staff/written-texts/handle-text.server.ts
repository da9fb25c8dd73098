import { z } from 'zod'
import {
  WrittenTextConflict,
  WrittenTextHistoryReply,
  WrittenTextPreviewReply,
  WrittenTextRequest,
  WrittenTextVersionsReply,
  type WrittenWords,
} from '#contract/written-text.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type ComparedLine } from './compare-words.ts'
import { findFileWords } from './find-file-words.server.ts'
import { compareTexts, type TextPlace } from './load-text.server.ts'
import { showWords, type ShownWords } from './show-words.server.ts'
import { TEXT_SHAPE } from './text-form.ts'
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
  conflict: boolean
}

const { title, summary, body, note } = WrittenTextRequest.shape.written_text.shape
const Typed = z.object({
  title,
  summary,
  body: body.default(''),
  note,
  everywhere: z.boolean().default(false),
})
const TypedBefore = Typed.extend({ note: z.string().optional() })
const Buttons = z.object({
  intent: z.enum(['save', 'preview']),
  was: z.array(z.string().regex(/^[1-9]\d{0,8}:\d{1,6}$/)).max(20),
})

/** Saves a text, or shows how it would look. What was typed stays in the form either way. */
export async function handleText(
  staff: StaffVisit,
  place: TextPlace,
  form: FormData,
): Promise<TextAnswer | { to: string; status?: undefined }> {
  const { userApi } = staff
  const { name, brand } = place
  const { intent, was } = requireForm(form, Buttons)
  const submission = parseForm(form, intent === 'save' ? Typed : TypedBefore)
  const again = (
    status: number,
    more: Partial<TextAnswer> & { refused?: Parameters<typeof refuseForm>[2] },
  ) => {
    const { refused, ...rest } = more
    const answer = refuseForm(TEXT_SHAPE, submission, refused)
    return { status, answer, was, preview: null, changes: null, conflict: false, ...rest }
  }
  if (submission.status !== 'success') return again(422, {})
  const { everywhere, note: why = '', ...words } = submission.value
  const brands = was
    .map((pair) => pair.split(':').map(Number))
    .map(([id = 0, version = 0]) => ({ brand_id: id, version_was: version }))
    .filter(({ brand_id: id }) => everywhere || id === brand.id)
  const body = { written_text: { name, brands, ...words } }
  const path = intent === 'save' ? '/v1/written_text_versions' : '/v1/written_text_previews'
  const done =
    intent === 'save'
      ? await userApi.post(path, WrittenTextVersionsReply, {
          body: { written_text: { ...body.written_text, note: why } },
        })
      : await userApi.post(path, WrittenTextPreviewReply, { body })
  if (done.ok && intent === 'save') return { to: `${textPath(brand.id, name)}?done=1` }
  if (done.ok) {
    const preview = await showWords(staff, brand, name, words)
    return again(200, { preview, changes: compareTexts(await readShown(staff, place), words) })
  }
  if (done.code !== 'changed_meanwhile') return again(refusalStatus(done), { refused: done })
  const theirs = WrittenTextConflict.safeParse(done.body).data?.written_text_version
  const changes = compareTexts(theirs ?? (await readShown(staff, place)), words)
  return again(409, { refused: done, was: null, changes, conflict: true })
}

/** The words that shoppers read now. */
async function readShown({ userApi }: StaffVisit, { name, brand }: TextPlace): Promise<WrittenWords> {
  const path = `/v1/written_texts/${String(brand.id)}/${name}`
  return requireData(await userApi.get(path, WrittenTextHistoryReply)).newest ?? findFileWords(name)
}
