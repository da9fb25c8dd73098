import { formatTime, toLocalTime, formatZone } from '../format/local-time.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { CheckField, FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { TRANSFER_MAIL_SHAPE } from './transfer-forms.ts'

export interface TransferStart {
  /** `The New Yorker, Friday 14 May, 4:30 pm EDT, 2 seats` */
  what: string
  backHref: string
  /** The address at which the code is typed: `fly.example/resume`. */
  address: string
  code: { text: string; until: string; timezone: string } | undefined
  mailedTo: string | undefined
  reminded: boolean
  /** The address that was most likely meant. */
  suggestion: string | undefined
  email: string
}

export interface TransferStartProps {
  page: TransferStart
  answer: FormAnswer | undefined
}

/** The button that asks for a code, as answers name it. */
export const NEW_CODE = 'new-code'

/** "Continue on another device": a code to type there, or a link by mail. */
export function TransferStartPage({ page, answer }: TransferStartProps) {
  const form = useShopForm(TRANSFER_MAIL_SHAPE, answer, { email: page.email })
  const failure = answer?.form === NEW_CODE ? answer.error?.[''] : undefined
  return (
    <div className="wrap section one-column">
      <FormErrors form={form} />
      <ErrorSummary items={(failure ?? []).map((text) => ({ text }))} />
      <div className="head">
        <h1>Continue on another device</h1>
        <p>{page.what}. What you chose and typed comes along; cards and gift codes do not.</p>
      </div>
      <section className="group" aria-labelledby="code">
        <h2 id="code">With a code</h2>
        <Code page={page} />
      </section>
      <section className="group" aria-labelledby="mail">
        <h2 id="mail">With a link by mail</h2>
        <MailForm page={page} form={form} />
      </section>
      <p className="muted">
        Seats kept for you here are let go when you go on elsewhere, and kept there once you book. You pay
        once.
      </p>
      <p className="mt4">
        <a href={page.backHref}>Back to your booking</a>
      </p>
    </div>
  )
}

function Code({ page: { code, address } }: { page: TransferStart }) {
  return (
    <>
      {code ? (
        <>
          <p className="hint">
            On the other device open <strong>{address}</strong> and type:
          </p>
          <p className="resume-code" data-testid="resume-code">
            {code.text}
          </p>
          <p className="hint">
            It works once, until tomorrow at {formatTime(toLocalTime(code.until, code.timezone))}{' '}
            {formatZone(code.until, code.timezone)}. Whoever has it sees what you typed.
          </p>
        </>
      ) : (
        <p className="hint">Eight letters and digits to type on the other device.</p>
      )}
      <form method="post" action="/resume/start" className="mt4">
        <button type="submit" className="btn second" name="intent" value="code">
          {code ? 'Get another code' : 'Get a code'}
        </button>
      </form>
    </>
  )
}

type MailFormState = ShopForm<keyof typeof TRANSFER_MAIL_SHAPE.labels>

function MailForm({ page, form }: { page: TransferStart; form: MailFormState }) {
  const { mailedTo, suggestion } = page
  return (
    <>
      {mailedTo ? (
        <p className="alert mb5" role="status">
          The link is on its way to <strong>{mailedTo}</strong>. It works once, for a day.
          {page.reminded ? ' If you do not finish, one reminder follows in some hours.' : ''}
        </p>
      ) : null}
      {suggestion ? (
        <form method="post" action="/resume/start" className="mb5">
          <input type="hidden" name="email" value={suggestion} />
          <p>
            Did you mean{' '}
            <button type="submit" className="link-btn inline" name="intent" value="mail">
              {suggestion}
            </button>
            ?
          </p>
        </form>
      ) : null}
      <form method="post" action="/resume/start" {...form.props} className="form">
        <TextField
          field={form.fields.email}
          label="Email"
          type="email"
          need="required"
          autoComplete="email"
          spellCheck={false}
        />
        <div>
          <CheckField
            field={form.fields.remind}
            label="Remind me by mail if I do not finish"
            describedBy="remind-hint"
          />
          <p className="hint" id="remind-hint">
            One mail in some hours, only while your flight can still be booked, and never another for this
            booking.
          </p>
        </div>
        <SubmitButton intent="mail">Mail me the link</SubmitButton>
      </form>
    </>
  )
}
