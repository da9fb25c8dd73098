import { z } from 'zod'
import { CommentReply, CommentRequest } from '#contract/comment.ts'
import { Id } from '#contract/primitives.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { changeNoteShape, type DeletedNote, type NoteEditor } from './note-form.ts'
import { requireForm } from './require-form.server.ts'
import { type StaffVisit } from './staff-visit.server.ts'

const Target = z.object({ note: Id, body_was: z.string().default('') })
const NoteForm = z.object({ body: CommentRequest.shape.comment.shape.body })
/** An unticked box sends nothing, so the form says that it has one. */
const ChangeForm = NoteForm.extend({
  markable: z.literal('yes').optional(),
  on_manifest: z.literal('yes').optional(),
})

type Handled = { ok: true; text: string } | { ok: false; status: number; refusal: FormAnswer }

export const noteEditor = ({ visit, factor }: StaffVisit): NoteEditor => ({
  userId: visit.user?.id ?? 0,
  isAdmin: factor.roles.includes('admin'),
})

/** Changes a note, unless somebody else has changed it since it was shown. */
export async function changeNote({ userApi }: StaffVisit, form: FormData): Promise<Handled> {
  const { note, body_was: before } = requireForm(form, Target)
  const submission = parseForm(form, ChangeForm)
  const shape = changeNoteShape(note)
  if (submission.status !== 'success')
    return { ok: false, status: 422, refusal: refuseForm(shape, submission) }
  const { body: text, markable, on_manifest: marked } = submission.value
  const mark = markable === undefined ? {} : { on_manifest: marked === 'yes' }
  const body = { comment: { body: text, ...mark, body_was: before } }
  const changed = await userApi.patch(`/v1/comments/${String(note)}`, CommentReply, { body })
  if (changed.ok) return { ok: true, text: 'The note is changed.' }
  const refusal = refuseForm(shape, submission, changed)
  return { ok: false, status: refusalStatus(changed), refusal }
}

type Deleted = { ok: true; note: DeletedNote | undefined } | (Handled & { ok: false })

/**
 * Deletes a note, and says what it was, so that the page can offer it back; one that is gone
 * already is what was wanted.
 */
export async function deleteNote({ userApi }: StaffVisit, form: FormData): Promise<Deleted> {
  const { note } = requireForm(form, Target)
  const path = `/v1/comments/${String(note)}`
  const known = await userApi.get(path, CommentReply)
  const gone = await userApi.delete(path)
  if (gone.ok || gone.status === 404) {
    if (!known.ok || !gone.ok) return { ok: true, note: undefined }
    const { body, public: shown, on_manifest: onManifest } = known.data.comment
    return { ok: true, note: { body, public: shown, onManifest } }
  }
  const refusal = refuseForm(changeNoteShape(note), parseForm(form, Target), gone)
  return { ok: false, status: refusalStatus(gone), refusal }
}

const Restored = NoteForm.extend({
  public: z.literal('yes').optional(),
  on_manifest: z.literal('yes').optional(),
})

/** Writes a deleted note anew, by whoever takes the deletion back. */
export async function restoreNote(
  { userApi }: StaffVisit,
  about: { commentable_type: 'Order' | 'Customer'; commentable_id: number },
  form: FormData,
): Promise<Handled> {
  const { body, public: shown, on_manifest: marked } = requireForm(form, Restored)
  const comment = { ...about, body, public: shown === 'yes', on_manifest: marked === 'yes' }
  const written = await userApi.post('/v1/comments', CommentReply, { body: { comment } })
  if (written.ok) return { ok: true, text: 'The note is back.' }
  const refusal = refuseForm(changeNoteShape(0), parseForm(form, Restored), written)
  return { ok: false, status: refusalStatus(written), refusal }
}
