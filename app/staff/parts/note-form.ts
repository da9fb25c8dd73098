import { type FormShape } from '../../ui/form/form-shape.ts'

/** The form that changes one note of a history, which may have several. */
export const changeNoteShape = (note: number): FormShape<'body'> => ({
  id: `note-${String(note)}`,
  labels: { body: 'Note' },
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
}
