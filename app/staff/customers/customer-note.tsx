import { COMMENT_LENGTH } from '#contract/comment.ts'
import { FormErrors, TextAreaField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { ActionPanel } from '../parts/action-panel.tsx'
import { CUSTOMER_NOTE_SHAPE } from './customer-forms.ts'

/** A note on a customer, which only staff read. */
export function CustomerNote({ customer, refusal }: { customer: number; refusal: FormAnswer | undefined }) {
  const form = plainForm(CUSTOMER_NOTE_SHAPE, refusal)
  return (
    <ActionPanel id="note" title="Note" letter="n" open={refusal?.form === CUSTOMER_NOTE_SHAPE.id}>
      <p className="muted">Staff read it. The customer gets it with all that is kept on them.</p>
      <FormErrors form={form} />
      <form method="post" action={`/staff/customers/${String(customer)}`} className="form" {...form.props}>
        <TextAreaField field={form.fields.body} rows={3} maxLength={COMMENT_LENGTH} need="required" />
        <button type="submit" className="btn second small" name="intent" value="note">
          Save the note
        </button>
      </form>
    </ActionPanel>
  )
}
