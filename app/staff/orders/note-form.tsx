import { COMMENT_LENGTH } from '#contract/comment.ts'
import { FormErrors, optionProps, TextAreaField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { ActionPanel } from '../parts/action-panel.tsx'
import { COMMENT_SHAPE } from './order-forms.ts'

/** A note on an order; the customer sees only one that is public, the pilot one for the manifest. */
export function NoteForm({ order, refusal }: { order: number; refusal: FormAnswer | undefined }) {
  const form = plainForm(COMMENT_SHAPE, refusal)
  const { body: words, public: shown, on_manifest: marked } = form.fields
  return (
    <ActionPanel id="comments" title="Note" letter="n" open={refusal !== undefined}>
      <FormErrors form={form} />
      <form method="post" action={`/staff/orders/${String(order)}`} className="form" {...form.props}>
        <TextAreaField field={words} rows={3} maxLength={COMMENT_LENGTH} />
        <p>
          <label>
            <input {...optionProps(shown, 'checkbox', 'yes', 0)} /> {shown.label}
          </label>
        </p>
        <p>
          <label>
            <input {...optionProps(marked, 'checkbox', 'yes', 0)} /> {marked.label}
          </label>
        </p>
        <button type="submit" className="btn second small" name="intent" value="comment">
          Save the note
        </button>
      </form>
    </ActionPanel>
  )
}
