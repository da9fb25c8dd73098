import { type ListMeta } from '#contract/primitives.ts'
import { Field } from '../../ui/field.tsx'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { answeredShape, rowShape } from '../../ui/form/row-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { type StaffMail, type MailFilter } from './handle-mails.server.ts'
import { BOUNCE_WORDS } from '../parts/bounce-text.ts'
import { inWords } from '../parts/in-words.ts'
import { countText } from '../parts/list-count.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { type StateWords } from '../parts/staff-state.tsx'
import { mailStates } from '../parts/mail-states.ts'
import { OutboxPage, OutboxRow, OutboxState, SendAgainButton, SentAgain } from './outbox-page.tsx'
import { RESEND_SHAPE } from './resend-form.ts'

interface MailsPageProps {
  mails: StaffMail[]
  pagination: ListMeta['pagination']
  filter: MailFilter
  /** How many there are in the states that need action. */
  counts: Partial<Record<StaffMail['state'], number>>
  zone: string
  /** A mail was just sent again. */
  again: boolean
  formKey: string
  /** The refused form, with its submitted values. */
  answer: FormAnswer | undefined
}

const PATH = '/staff/mails'
const STATES: Record<StaffMail['state'], StateWords> = {
  bounced: { text: 'Bounced', shape: 'bad' },
  failed: { text: 'Given up', shape: 'bad' },
  queued: { text: 'Waiting', shape: 'late' },
  sent: { text: 'Sent', shape: 'ok' },
}
const NOTHING: Record<MailFilter['state'], string> = {
  bounced: 'None came back.',
  failed: 'None was given up.',
  queued: 'None waits to be sent.',
  sent: 'None was sent yet.',
  '': 'Nothing was mailed there.',
}
/** What to know, or to do, where there is none. */
const NEXT: Partial<Record<MailFilter['state'], string>> = {
  bounced: 'A mail that comes back stands here, with a field for the right address.',
  failed: 'A mail that nobody takes after twelve tries stands here, with a field for the right address.',
  '': 'A part of an address finds nothing: please type the whole of it.',
}

/** The mails that wait, were sent or were given up; never their text. */
export function MailsPage(props: MailsPageProps) {
  const { mails, pagination, filter, counts, zone, again, formKey, answer } = props
  const { total_count: count } = pagination
  return (
    <OutboxPage
      title="Mails"
      path={PATH}
      about="To customers and colleagues. Their text is not kept."
      errors={<FormErrors form={plainForm(answeredShape(RESEND_SHAPE, answer), answer)} />}
      again={again && answer === undefined}
      tabs={listTabs(filter, counts)}
      search={<AddressSearch to={filter.to} />}
      counted={
        <>
          {countText(count, 'mail', 'mails')}
          {filter.to === '' ? '' : ` to ${filter.to}`}. Times are told in {zone}.
          {filter.to === '' ? null : (
            <>
              {' '}
              <a href={PATH}>Clear</a>
            </>
          )}
        </>
      }
      filter={{ ...filter }}
      pagination={pagination}
      nothing={<NothingHere what={NOTHING[filter.state]}>{NEXT[filter.state]}</NothingHere>}
      rows={mails.map((mail) => (
        <OutboxRow
          key={mail.id}
          id={`mail-${String(mail.id)}`}
          message={mail}
          zone={zone}
          state={<MailState mail={mail} zone={zone} />}
        >
          <ResendForm {...{ mail, zone, formKey, answer }} />
        </OutboxRow>
      ))}
    />
  )
}

function AddressSearch({ to }: { to: string }) {
  return (
    <form method="get" role="search" className="desk-find narrow">
      <Field
        id="to"
        name="to"
        type="email"
        label="To the address"
        autoComplete="off"
        defaultValue={to}
        maxLength={200}
      />
      <button type="submit" className="btn second small">
        Find
      </button>
    </form>
  )
}

/** A tab for each state; those of all mails have their counts. */
function listTabs(filter: MailFilter, counts: MailsPageProps['counts']) {
  const href = (state: MailFilter['state']) => {
    const said = Object.entries({ ...filter, state }).filter(([, value]) => value !== '')
    return `${PATH}?${new URLSearchParams(said).toString()}`
  }
  const tab = (state: MailFilter['state'], text: string) => ({
    text,
    href: href(state),
    current: filter.state === state,
    count: state === '' ? undefined : counts[state],
  })
  const all = mailStates.map((state) => tab(state, STATES[state].text))
  return filter.to === '' ? all : [tab('', 'Any'), ...all]
}

function MailState({ mail, zone }: { mail: StaffMail; zone: string }) {
  const { state, last_error: error, bounce_reason: reason } = mail
  return (
    <OutboxState words={STATES[state]} message={mail} zone={zone}>
      {reason === null ? null : <small>{BOUNCE_WORDS[reason]}</small>}
      {error === null ? null : <small className="mail-error">{error.slice(0, 300)}</small>}
    </OutboxState>
  )
}

/** Sends a mail that did not arrive again, to a corrected address and with new links. */
function ResendForm({ mail, zone, formKey, answer }: ResendFormProps) {
  const form = plainForm(rowShape(RESEND_SHAPE, mail.id), answer, { email: mail.goes_to })
  if (mail.copied_at !== null) return <SentAgain at={mail.copied_at} zone={zone} />
  if (mail.state !== 'failed' && mail.state !== 'bounced') return null
  if (!mail.correctable) return <span className="muted">Cannot be sent again</span>
  return (
    <form method="post" className="mail-again" {...form.props}>
      <input type="hidden" name="mail" value={mail.id} />
      <input type="hidden" name="key" value={formKey} />
      <TextField field={form.fields.email} type="email" autoComplete="off" maxLength={254} />
      <SendAgainButton about={`${inWords(mail.kind)} to ${mail.to}`} />
    </form>
  )
}

interface ResendFormProps extends Pick<MailsPageProps, 'zone' | 'formKey' | 'answer'> {
  mail: StaffMail
}
