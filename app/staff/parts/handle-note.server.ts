import { z } from 'zod'
import { CommentReply, CommentRequest } from '#contract/comment.ts'
import { Id } from '#contract/primitives.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { changeNoteShape, type NoteEditor } from './note-form.ts'
import { requireForm } from './require-form.server.ts'
import { type StaffVisit } from './staff-visit.server.ts'

const Target = z.object({ note: Id, body_was: z.string().default('') })
const NoteForm = z.object({ body: CommentRequest.shape.comment.shape.body })

type Handled = { ok: true; text: string } | { ok: false; status: number; refusal: FormAnswer }

export const noteEditor = ({ visit, factor }: StaffVisit): NoteEditor => ({
  userId: visit.user?.id ?? 0,
  isAdmin: factor.roles.includes('admin'),
})

/** Changes a note, unless somebody else has changed it since it was shown. */
export async function changeNote({ userApi }: StaffVisit, form: FormData): Promise<Handled> {
  const { note, body_was: before } = requireForm(form, Target)
  const submission = parseForm(form, NoteForm)
  const shape = changeNoteShape(note)
  if (submission.status !== 'success')
    return { ok: false, status: 422, refusal: refuseForm(shape, submission) }
  const body = { comment: { ...submission.value, body_was: before } }
  const changed = await userApi.patch(`/v1/comments/${String(note)}`, CommentReply, { body })
  if (changed.ok) return { ok: true, text: 'The note is changed.' }
  const refusal = refuseForm(shape, submission, changed)
  return { ok: false, status: refusalStatus(changed), refusal }
}

/** Deletes a note; one that is gone already is what was wanted. */
export async function deleteNote({ userApi }: StaffVisit, form: FormData): Promise<Handled> {
  const { note } = requireForm(form, Target)
  const gone = await userApi.delete(`/v1/comments/${String(note)}`)
  if (gone.ok || gone.status === 404) return { ok: true, text: 'The note is deleted.' }
  const refusal = refuseForm(changeNoteShape(note), parseForm(form, Target), gone)
  return { ok: false, status: refusalStatus(gone), refusal }
}
