import { type ReactNode } from 'react'
import { Field, FieldError, FieldLabel } from '../ui/field.tsx'

export interface ShareFormValues {
  recipient: string
  message: string
  sendOn: string
}

export interface ShareFieldsProps {
  typed: ShareFormValues
  problems: { recipient?: string; message?: string; sendOn?: string }
  /** What stands under the label of the address. */
  hint?: ReactNode
  /** Without a day where the gift has left already. */
  withDay?: boolean
}

/** To whom a gift goes, when, and with which words: on the pages of their own and in the dialog. */
export function ShareFields({ typed, problems, hint, withDay = true }: ShareFieldsProps) {
  return (
    <>
      <Field
        id="recipient"
        name="recipient"
        label="Recipient Email"
        need="required"
        hint={hint ?? 'From then on only they can use it, once this mailbox is shown to be theirs.'}
        error={problems.recipient}
        defaultValue={typed.recipient}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <MessageField typed={typed} problems={problems} />
      {withDay ? (
        <Field
          id="send_on"
          name="send_on"
          label="Send on"
          need="optional"
          hint="The day it is mailed; today when empty."
          error={problems.sendOn}
          defaultValue={typed.sendOn}
          type="date"
        />
      ) : null}
    </>
  )
}

export function MessageField({ typed, problems }: Pick<ShareFieldsProps, 'typed' | 'problems'>) {
  const error = problems.message
  return (
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
        rows={4}
        defaultValue={typed.message}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'message-error message-hint' : 'message-hint'}
      />
    </div>
  )
}
