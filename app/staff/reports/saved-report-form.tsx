import { REPORT_NAME_LENGTH, type SavedReport, SavedSpan } from '#contract/saved-report.ts'
import { Check } from '../../ui/check.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { ChoiceField, FormErrors, TextField } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { NamedOptions } from '../../ui/select-field.tsx'
import {
  listWhats,
  SAVED_REPORT_SHAPE,
  type SavedReportAnswer,
  SPAN_TEXTS,
  writeWhat,
} from './saved-report-forms.ts'

interface SavedReportFormProps {
  /** The saved report, or what a new one begins with. */
  saved: SavedReport | { what: string }
  recipients: readonly { id: number; name: string }[]
  answer: SavedReportAnswer | undefined
}

/** The form of a new or a saved report. */
export function SavedReportForm({ saved, recipients, answer }: SavedReportFormProps) {
  const known =
    'id' in saved
      ? { name: saved.name, what: writeWhat(saved), span: saved.span, recipient_ids: saved.recipient_ids }
      : { what: saved.what, span: 'last_week' }
  const form = plainForm(SAVED_REPORT_SHAPE, answer?.refusal, known)
  const { name, what, span, recipient_ids: recipient } = form.fields
  const typed = recipient.meta.initialValue
  const chosen = new Set(Array.isArray(typed) ? typed : [typed])
  return (
    <>
      <FormErrors form={form} />
      <form method="post" className="desk-part report-form" {...form.props}>
        {'id' in saved ? <input type="hidden" name="version" value={saved.version} /> : null}
        <TextField field={name} need="required" maxLength={REPORT_NAME_LENGTH} autoComplete="off" />
        <ChoiceField field={what}>
          {listWhats().map(({ report, title, of }) => (
            <optgroup key={report} label={title}>
              <NamedOptions of={of} />
            </optgroup>
          ))}
        </ChoiceField>
        <ChoiceField field={span} hint="Counted from the day on which it is mailed or opened.">
          <NamedOptions of={SavedSpan.options.map((id) => ({ id, name: SPAN_TEXTS[id] }))} />
        </ChoiceField>
        <FieldGroup id={recipient.id} label={recipient.label} error={recipient.error}>
          <p className="sm muted">At 7 in the morning, to staff alone. Choose nobody for no mails.</p>
          {recipients.map((one) => (
            <Check
              key={one.id}
              id={`recipient-${String(one.id)}`}
              name="recipient_ids"
              value={one.id}
              label={one.name}
              defaultChecked={chosen.has(String(one.id))}
            />
          ))}
        </FieldGroup>
        <button type="submit" className="btn" name="intent" value="save">
          {'id' in saved ? 'Save the change' : 'Save the report'}
        </button>
      </form>
    </>
  )
}
