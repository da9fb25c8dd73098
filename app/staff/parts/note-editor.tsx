import { COMMENT_LENGTH, type HistoryNote } from '#contract/comment.ts'
import { FormErrors, optionProps, TextAreaField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { changeNoteShape, type NoteEditor as Editor } from './note-form.ts'

interface NoteEditorProps {
  note: HistoryNote | undefined
  editor: Editor
  /** The page that takes the forms. */
  action: string
  answer: FormAnswer | undefined
}

/** Changes or deletes a note at its line of the history; nothing for notes of others. */
export function NoteEditor({ note, editor, action, answer }: NoteEditorProps) {
  if (!note || !(editor.isAdmin || editor.userId === note.author_id)) return null
  return <NoteForms note={note} action={action} answer={answer} />
}

function NoteForms({ note, action, answer }: Omit<NoteEditorProps, 'editor'> & { note: HistoryNote }) {
  const shape = changeNoteShape(note.id)
  const form = plainForm(shape, answer, {
    body: note.body,
    on_manifest: note.on_manifest ? 'yes' : undefined,
  })
  const marked = form.fields.on_manifest
  return (
    <details className="note-edit" open={answer?.form === shape.id}>
      <summary>
        Change<span className="vh"> this note</span>
      </summary>
      <FormErrors form={form} />
      <form method="post" action={action} className="form" {...form.props}>
        <input type="hidden" name="note" value={note.id} />
        <input type="hidden" name="body_was" value={note.body} />
        <TextAreaField field={form.fields.body} rows={3} maxLength={COMMENT_LENGTH} />
        {note.on_manifest === undefined ? null : (
          <p>
            <input type="hidden" name="markable" value="yes" />
            <label>
              <input {...optionProps(marked, 'checkbox', 'yes', 0)} /> {marked.label}
            </label>
          </p>
        )}
        <button type="submit" className="btn second small" name="intent" value="change_note">
          Save the change
        </button>
      </form>
      <form method="post" action={action}>
        <input type="hidden" name="note" value={note.id} />
        <button type="submit" className="btn second small" name="intent" value="delete_note">
          Delete the note
        </button>
      </form>
    </details>
  )
}
