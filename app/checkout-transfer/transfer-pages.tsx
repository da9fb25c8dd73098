import { FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { TRANSFER_CODE_SHAPE } from './transfer-forms.ts'

/** The form for a code from another device. */
export function TransferCodePage({ answer }: { answer: FormAnswer | undefined }) {
  const form = useShopForm(TRANSFER_CODE_SHAPE, answer)
  return (
    <div className="wrap section one-column">
      <FormErrors form={form} />
      <div className="head">
        <h1>Go on with your booking</h1>
        <p>Type the code your other device shows. What you chose and typed there comes along.</p>
      </div>
      <form method="post" action="/resume" {...form.props} className="form">
        <TextField
          field={form.fields.code}
          label="Code"
          need="required"
          hint="Eight letters and digits, like 2A3C-4D7E."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          className="code-input"
        />
        <SubmitButton>Go on</SubmitButton>
      </form>
      <InvalidTransferCode />
    </div>
  )
}

/** The page behind a mailed link. Opening it has no effect; its button continues the checkout. */
export function TransferLinkPage({ action, problem }: { action: string; problem: string | undefined }) {
  return (
    <div className="wrap section one-column">
      <div className="head">
        <h1>{problem ? 'This link does not go on' : 'Go on with your booking'}</h1>
        <p role={problem ? 'alert' : undefined}>
          {problem ??
            'What you chose and typed on your other device comes along. Seats kept for you there are let go.'}
        </p>
      </div>
      {problem ? (
        <InvalidTransferCode />
      ) : (
        <form method="post" action={action}>
          <SubmitButton>Continue here</SubmitButton>
        </form>
      )}
    </div>
  )
}

function InvalidTransferCode() {
  return (
    <p className="muted mt5">
      No code or link that works? On your other device choose “Continue on another device” once more, or{' '}
      <a href="/checkout">choose a flight</a> here.
    </p>
  )
}

/** Behind the second link of a reminder. */
export function StopRemindersPage(props: { action: string; stopped: boolean; problem: string | undefined }) {
  const { action, stopped, problem } = props
  return (
    <div className="wrap section one-column">
      <div className="head">
        <h1>{stopped ? 'No more reminders' : 'Send me no reminders'}</h1>
        <p role={problem ? 'alert' : undefined}>
          {problem ??
            (stopped
              ? 'We will not remind you of unfinished bookings at this address any more. Tickets ' +
                'and receipts still come.'
              : 'The address this mail came to gets no reminders of unfinished bookings any more.')}
        </p>
      </div>
      {stopped ? (
        <p>
          <a href="/">To our flights</a>
        </p>
      ) : (
        <form method="post" action={action}>
          <SubmitButton>Send me no reminders</SubmitButton>
        </form>
      )}
    </div>
  )
}
