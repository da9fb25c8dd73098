import { MANIFEST_COMMENT_LENGTH } from '#contract/comment.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'

/** The mark that brings a note to the pilot. */
export const ON_MANIFEST = `Put it on the manifest (at most ${String(MANIFEST_COMMENT_LENGTH)} characters)`

/** The form that changes one note of a history, which may have several. */
export const changeNoteShape = (note: number): FormShape<'body' | 'on_manifest'> => ({
  id: `note-${String(note)}`,
  labels: { body: 'Note', on_manifest: ON_MANIFEST },
  fieldId: (name) => `note-${String(note)}-${name}`,
})

/** Who looks at the notes: their own ones can be changed, and by an admin all. */
export interface NoteEditor {
  userId: number
  isAdmin: boolean
}

/** A note that was just deleted, so that it can be had back. */
export interface DeletedNote {
  body: string
  public: boolean
  onManifest: boolean
}
