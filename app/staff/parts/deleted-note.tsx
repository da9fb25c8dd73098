import { DoneBar } from './done-bar.tsx'
import { type DeletedNote } from './note-form.ts'

/** Says that a note is deleted, and writes it anew on a press. */
export const DeletedNoteBar = ({ note, action }: { note: DeletedNote; action: string }) => (
  <DoneBar text="The note is deleted.">
    <form method="post" action={action}>
      <input type="hidden" name="body" value={note.body} />
      {note.public ? <input type="hidden" name="public" value="yes" /> : null}
      {note.onManifest ? <input type="hidden" name="on_manifest" value="yes" /> : null}
      <button type="submit" className="btn second small" name="intent" value="restore_note">
        Undo
      </button>
    </form>
  </DoneBar>
)
