import { type Customer, type CustomerEvent } from '#contract/customer.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { mailHref } from '../parts/mail-states.ts'
import { NoteEditor } from '../parts/note-editor.tsx'
import { type NoteEditor as Editor } from '../parts/note-form.ts'
import { type CustomerView, customerViews } from './customer-forms.ts'

const TITLES: Readonly<Record<CustomerView, string>> = { all: 'All', notes: 'Notes', mails: 'Mails' }
const NOTHING: Readonly<Record<CustomerView, string>> = {
  all: 'Nothing happened yet.',
  notes: 'Nothing noted yet.',
  mails: 'Nothing was mailed yet.',
}

const isShown = (view: CustomerView, { kind }: CustomerEvent): boolean =>
  view === 'all' || kind === (view === 'notes' ? 'note' : 'message')

interface CustomerPastProps {
  customer: Customer
  view: CustomerView
  zone: string
  editor: Editor
  /** The refusal of a form of the page. */
  refusal: FormAnswer | undefined
}

/** What happened to a customer and who did it, newest first. */
export function CustomerPast({ customer, view, zone, editor, refusal }: CustomerPastProps) {
  const shown = customer.history.filter((event) => isShown(view, event))
  const path = `/staff/customers/${String(customer.id)}`
  const wrong = customer.mails.filter(({ correctable }) => correctable)
  return (
    <section className="desk-part" aria-labelledby="history">
      <div className="desk-head">
        <h2 id="history">Notes and history</h2>
        <nav aria-label="History" className="desk-chips">
          {customerViews.map((one) => (
            <a
              key={one}
              href={one === 'all' ? `${path}#history` : `${path}?show=${one}#history`}
              aria-current={one === view ? 'true' : undefined}
            >
              {TITLES[one]}
            </a>
          ))}
        </nav>
      </div>
      {wrong.map((mail) => (
        <p key={mail.id} className="alert warn">
          A mail to {mail.to} came back. <a href={mailHref(mail)}>Put the address right and send it again</a>
        </p>
      ))}
      {shown.length === 0 ? <p className="muted">{NOTHING[view]}</p> : null}
      <ol className="hist" reversed>
        {shown.map((event, index) => (
          <li key={`${String(index)} ${event.at}`}>
            <DateTimeCell at={event.at} zone={zone} />
            <p>
              {event.kind === 'note' ? <b>Note. </b> : null}
              {event.text} {event.by === null ? null : <small className="muted">{event.by}</small>}
            </p>
            <NoteEditor note={event.note} editor={editor} action={path} answer={refusal} />
          </li>
        ))}
      </ol>
      <p>
        <a href={`/staff/mails?${new URLSearchParams({ to: customer.email }).toString()}`}>
          All mails to this e-mail
        </a>
      </p>
    </section>
  )
}
