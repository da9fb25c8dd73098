import { Field, FieldError, FieldLabel } from '../components/ui/field.tsx'

export interface ShareFieldsProps {
  typed: { recipient: string; message: string }
  problems: { recipient?: string; message?: string }
}

/** To whom a gift goes, and with which words: on the page of its own and in the dialog. */
export function ShareFields({ typed, problems }: ShareFieldsProps) {
  const error = problems.message
  return (
    <>
      <Field
        id="recipient"
        name="recipient"
        label="Recipient Email"
        need="required"
        hint="From then on only they can use it, once this mailbox is shown to be theirs."
        error={problems.recipient}
        defaultValue={typed.recipient}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <div className="field">
        <FieldLabel id="message" label="Message" need="optional" />
        <p className="hint" id="message-hint">
          At most 500 characters.
        </p>
        <FieldError id="message" error={error} />
        <textarea
          className="input"
          id="message"
          name="message"
          rows={5}
          defaultValue={typed.message}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'message-error message-hint' : 'message-hint'}
        />
      </div>
    </>
  )
}
