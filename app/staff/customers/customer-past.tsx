import { type Customer } from '#contract/customer.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { History, type HistoryFilter } from '../parts/history.tsx'
import { mailHref } from '../parts/mail-states.ts'
import { type NoteEditor as Editor } from '../parts/note-form.ts'
import { type CustomerView } from './customer-forms.ts'

const FILTERS: Readonly<Record<CustomerView, HistoryFilter>> = {
  all: { title: 'All', nothing: 'Nothing happened yet.' },
  notes: { title: 'Notes', kind: 'note', nothing: 'Nothing noted yet.' },
  mails: { title: 'Mails', kind: 'message', nothing: 'Nothing was mailed yet.' },
}

interface CustomerPastProps {
  customer: Customer
  view: CustomerView
  zone: string
  editor: Editor
  /** The refusal of a form of the page. */
  refusal: FormAnswer | undefined
}

/** What happened to a customer and who did it, and the mails that came back. */
export function CustomerPast({ customer, view, zone, editor, refusal }: CustomerPastProps) {
  const path = `/staff/customers/${String(customer.id)}`
  const wrong = customer.mails.filter(({ correctable }) => correctable)
  return (
    <section className="desk-part" aria-labelledby="history">
      <History
        title="Notes and history"
        filters={FILTERS}
        events={customer.history}
        answer={refusal}
        {...{ path, view, zone, editor }}
      >
        {wrong.map((mail) => (
          <p key={mail.id} className="alert warn">
            A mail to {mail.to} came back.{' '}
            <a href={mailHref(mail)}>Put the address right and send it again</a>
          </p>
        ))}
      </History>
      {customer.email === null ? null : (
        <p>
          <a href={`/staff/mails?${new URLSearchParams({ to: customer.email }).toString()}`}>
            All mails to this e-mail
          </a>
        </p>
      )}
    </section>
  )
}
