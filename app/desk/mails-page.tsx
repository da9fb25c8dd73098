import { type ListMeta } from '#contract/primitives.ts'
import { Field } from '../components/ui/field.tsx'
import { Failure, Success } from '../components/ui/notice.tsx'
import { formatMoment } from '../orders/order-words.ts'
import { type DeskMail, type MailsAsked } from '../server/desk-mails.server.ts'
import { countText } from './desk-count.ts'
import { DeskPages } from './desk-pages.tsx'
import { DeskTable } from './desk-table.tsx'
import { DeskTabs } from './desk-tabs.tsx'
import { DeskTitle } from './desk-title.tsx'

interface MailsPageProps {
  mails: DeskMail[]
  pagination: ListMeta['pagination']
  asked: MailsAsked
  zone: string
  /** One was just sent again. */
  again: boolean
  formKey: string
  failure: string | undefined
}

const PATH = '/staff/mails'
const STATES: Record<DeskMail['state'], { text: string; look: string }> = {
  failed: { text: 'Given up', look: 'bad' },
  queued: { text: 'Waiting', look: 'warn' },
  sent: { text: 'Sent', look: 'good' },
}
const NOTHING: Record<MailsAsked['state'], string> = {
  failed: 'None was given up.',
  queued: 'None waits to be sent.',
  sent: 'None was sent yet.',
  '': 'Nothing was mailed there.',
}
const inWords = (name: string) => name.replaceAll('_', ' ')

/** The outbox: what waits, what left and what was given up; never what a mail says. */
export function MailsPage(props: MailsPageProps) {
  const { mails, pagination, asked, zone, again, formKey, failure } = props
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
      {mails.length === 0 ? null : <MailTable mails={mails} zone={zone} formKey={formKey} />}
      <DeskPages path={PATH} kept={{ ...asked }} pagination={pagination} />
    </div>
  )
}

function States({ asked }: { asked: MailsAsked }) {
  const href = (state: MailsAsked['state']) => {
    const said = Object.entries({ ...asked, state }).filter(([, value]) => value !== '')
    return `${PATH}?${new URLSearchParams(said).toString()}`
  }
  const tab = (state: MailsAsked['state'], text: string) => ({ text, href: href(state), current: asked.state === state }) // prettier-ignore
  const all = (['failed', 'queued', 'sent'] as const).map((state) => tab(state, STATES[state].text))
  return <DeskTabs label="State" tabs={asked.to === '' ? all : [tab('', 'Any'), ...all]} />
}

function MailTable({ mails, zone, formKey }: Pick<MailsPageProps, 'mails' | 'zone' | 'formKey'>) {
  return (
    <DeskTable
      label="Mails"
      tall
      caption="Mails, newest first"
      heads={['Written', 'What', 'Order', 'State', 'What to do']}
    >
      {mails.map((mail) => (
        <tr key={mail.id}>
          <th scope="row">{formatMoment(mail.created_at, zone)}</th>
          <td>
            {inWords(mail.kind)}
            <small>{mail.to}</small>
          </td>
          <td>
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
            <Again mail={mail} zone={zone} formKey={formKey} />
          </td>
        </tr>
      ))}
    </DeskTable>
  )
}

function State({ mail, zone }: { mail: DeskMail; zone: string }) {
  const { state, tries, last_error: error } = mail
  const { text, look } = STATES[state]
  const tried = tries === 1 ? '1 try' : `${String(tries)} tries`
  const next = state === 'queued' && tries > 0 ? `next ${formatMoment(mail.next_try_at, zone)}` : ''
  const sent = mail.sent_at === null ? '' : formatMoment(mail.sent_at, zone)
  return (
    <>
      <span className={`chip ${look}`}>{text}</span>
      <small>{[sent, tried, next].filter(Boolean).join(' · ')}</small>
      {error === null ? null : <small className="mail-error">{error.slice(0, 300)}</small>}
    </>
  )
}

/** What was given up may go out once more, unless a link in it that nobody has any more is what it was for. */
function Again({ mail, zone, formKey }: { mail: DeskMail; zone: string; formKey: string }) {
  if (mail.copied_at !== null) return <>Sent again {formatMoment(mail.copied_at, zone)}</>
  if (mail.state !== 'failed') return '–'
  if (!mail.repeatable) return <span className="muted">Cannot be sent again</span>
  return (
    <form method="post">
      <input type="hidden" name="mail" value={mail.id} />
      <input type="hidden" name="key" value={formKey} />
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
