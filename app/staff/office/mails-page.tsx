import { type ListMeta } from '#contract/primitives.ts'
import { Field } from '../../ui/field.tsx'
import { Failure, Success } from '../../ui/notice.tsx'
import { formatMoment } from '../../orders/order-title.ts'
import { type DeskMail, type MailsAsked } from './handle-mails.server.ts'
import { BOUNCE_WORDS } from '../parts/bounce-text.ts'
import { countText } from '../parts/list-count.ts'
import { DeskPages } from '../parts/pagination.tsx'
import { DeskTable } from '../parts/staff-table.tsx'
import { DeskTabs } from '../parts/staff-tabs.tsx'
import { DeskTitle } from '../parts/staff-title.tsx'
import { mailStates } from '../parts/mail-states.ts'

interface MailsPageProps {
  mails: DeskMail[]
  pagination: ListMeta['pagination']
  asked: MailsAsked
  zone: string
  /** One was just sent again. */
  again: boolean
  formKey: string
  failure: string | undefined
  /** What was typed for a mail, and why it cannot go there. */
  typed: TypedAddress | undefined
}

export interface TypedAddress {
  mail: number
  email: string
  problem: string | undefined
}

const PATH = '/staff/mails'
const STATES: Record<DeskMail['state'], { text: string; look: string }> = {
  bounced: { text: 'Bounced', look: 'bad' },
  failed: { text: 'Given up', look: 'bad' },
  queued: { text: 'Waiting', look: 'warn' },
  sent: { text: 'Sent', look: 'good' },
}
const NOTHING: Record<MailsAsked['state'], string> = {
  bounced: 'None came back.',
  failed: 'None was given up.',
  queued: 'None waits to be sent.',
  sent: 'None was sent yet.',
  '': 'Nothing was mailed there.',
}
const inWords = (name: string) => name.replaceAll('_', ' ')

/** The outbox: what waits, what left and what was given up; never what a mail says. */
export function MailsPage(props: MailsPageProps) {
  const { mails, pagination, asked, zone, again, formKey, failure, typed } = props
  const count = pagination.total_count
  return (
    <div className="wrap desk">
      <DeskTitle href="/staff/office" above="Office">
        Mails
      </DeskTitle>
      <Failure text={failure} />
      {again && failure === undefined ? <Success>It goes out again.</Success> : null}
      <States asked={asked} />
      <form method="get" role="search" className="desk-find">
        <Field
          id="to"
          name="to"
          type="email"
          label="To the address"
          autoComplete="off"
          defaultValue={asked.to}
          maxLength={200}
        />
        <button type="submit" className="btn small">
          Find
        </button>
      </form>
      <p className="muted">
        {countText(count, 'mail', 'mails')}
        {asked.to === '' ? '' : ` to ${asked.to}`}. Times are told in {zone}.
        {asked.to === '' ? null : (
          <>
            {' '}
            <a href={PATH}>Clear</a>
          </>
        )}
      </p>
      {mails.length === 0 ? <p>{NOTHING[asked.state]}</p> : null}
      {mails.length === 0 ? null : <MailTable mails={mails} zone={zone} formKey={formKey} typed={typed} />}
      <DeskPages path={PATH} kept={{ ...asked }} pagination={pagination} />
    </div>
  )
}

function States({ asked }: { asked: MailsAsked }) {
  const href = (state: MailsAsked['state']) => {
    const said = Object.entries({ ...asked, state }).filter(([, value]) => value !== '')
    return `${PATH}?${new URLSearchParams(said).toString()}`
  }
  const tab = (state: MailsAsked['state'], text: string) => ({
    text,
    href: href(state),
    current: asked.state === state,
  })
  const all = mailStates.map((state) => tab(state, STATES[state].text))
  return <DeskTabs label="State" tabs={asked.to === '' ? all : [tab('', 'Any'), ...all]} />
}

function MailTable(props: Pick<MailsPageProps, 'mails' | 'zone' | 'formKey' | 'typed'>) {
  const { mails, zone, formKey, typed } = props
  return (
    <DeskTable
      label="Mails"
      tall
      caption="Mails, newest first"
      heads={['Written', 'What', 'Order', 'State', 'What to do']}
    >
      {mails.map((mail) => (
        <tr key={mail.id}>
          <th scope="row" id={`mail-${String(mail.id)}`}>
            {formatMoment(mail.created_at, zone)}
          </th>
          <td>
            {inWords(mail.kind)}
            <small>{mail.to}</small>
          </td>
          <td className="nowrap">
            {mail.order_id === null ? (
              '–'
            ) : (
              <a href={`/staff/orders/${String(mail.order_id)}`}>O-{mail.order_id}</a>
            )}
          </td>
          <td>
            <State mail={mail} zone={zone} />
          </td>
          <td>
            <Again
              mail={mail}
              zone={zone}
              formKey={formKey}
              typed={typed?.mail === mail.id ? typed : undefined}
            />
          </td>
        </tr>
      ))}
    </DeskTable>
  )
}

function State({ mail, zone }: { mail: DeskMail; zone: string }) {
  const { state, tries, last_error: error, bounce_reason: reason } = mail
  const { text, look } = STATES[state]
  const tried = tries === 1 ? '1 try' : `${String(tries)} tries`
  const next = state === 'queued' && tries > 0 ? `next ${formatMoment(mail.next_try_at, zone)}` : ''
  const sent = mail.sent_at === null ? '' : formatMoment(mail.sent_at, zone)
  return (
    <>
      <span className={`chip ${look}`}>{text}</span>
      <small>{[sent, tried, next].filter(Boolean).join(' · ')}</small>
      {reason === null ? null : <small>{BOUNCE_WORDS[reason]}</small>}
      {error === null ? null : <small className="mail-error">{error.slice(0, 300)}</small>}
    </>
  )
}

/** What did not arrive goes out anew, to the address that was meant; its links are made anew. */
function Again({ mail, zone, formKey, typed }: AgainProps) {
  if (mail.copied_at !== null) return <>Sent again {formatMoment(mail.copied_at, zone)}</>
  if (mail.state !== 'failed' && mail.state !== 'bounced') return '–'
  if (!mail.correctable) return <span className="muted">Cannot be sent again</span>
  return (
    <form method="post" className="mail-again" noValidate>
      <input type="hidden" name="mail" value={mail.id} />
      <input type="hidden" name="key" value={formKey} />
      <Field
        id={`email-${String(mail.id)}`}
        name="email"
        type="email"
        label="To"
        autoComplete="off"
        defaultValue={typed?.email ?? mail.goes_to}
        error={typed?.problem}
        maxLength={254}
      />
      <button
        type="submit"
        className="btn second small"
        aria-label={`Send again: ${inWords(mail.kind)} to ${mail.to}`}
      >
        Send again
      </button>
    </form>
  )
}

interface AgainProps {
  mail: DeskMail
  zone: string
  formKey: string
  typed: TypedAddress | undefined
}
