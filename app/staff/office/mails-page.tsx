import { type ListMeta } from '#contract/primitives.ts'
import { Field } from '../../ui/field.tsx'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { answeredShape, rowShape } from '../../ui/form/row-shape.ts'
import { useShopForm } from '../../ui/form/use-shop-form.ts'
import { Success } from '../../ui/notice.tsx'
import { formatDateTime } from '../../format/date-time.ts'
import { type StaffMail, type MailFilter } from './handle-mails.server.ts'
import { BOUNCE_WORDS } from '../parts/bounce-text.ts'
import { countText } from '../parts/list-count.ts'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffTabs } from '../parts/staff-tabs.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { mailStates } from '../parts/mail-states.ts'
import { RESEND_SHAPE } from './resend-form.ts'

interface MailsPageProps {
  mails: StaffMail[]
  pagination: ListMeta['pagination']
  filter: MailFilter
  zone: string
  /** A mail was just sent again. */
  again: boolean
  formKey: string
  /** The refused form, with its submitted values. */
  answer: FormAnswer | undefined
}

const PATH = '/staff/mails'
const STATES: Record<StaffMail['state'], { text: string; tone: string }> = {
  bounced: { text: 'Bounced', tone: 'bad' },
  failed: { text: 'Given up', tone: 'bad' },
  queued: { text: 'Waiting', tone: 'warn' },
  sent: { text: 'Sent', tone: 'good' },
}
const NOTHING: Record<MailFilter['state'], string> = {
  bounced: 'None came back.',
  failed: 'None was given up.',
  queued: 'None waits to be sent.',
  sent: 'None was sent yet.',
  '': 'Nothing was mailed there.',
}
const inWords = (name: string) => name.replaceAll('_', ' ')

/** The mails that wait, were sent or were given up; never their text. */
export function MailsPage(props: MailsPageProps) {
  const { mails, pagination, filter, zone, again, formKey, answer } = props
  const count = pagination.total_count
  return (
    <div className="wrap desk">
      <FormErrors form={useShopForm(answeredShape(RESEND_SHAPE, answer), answer)} />
      <StaffPageTitle href="/staff/office" above="Office">
        Mails
      </StaffPageTitle>
      {again && answer === undefined ? <Success>It goes out again.</Success> : null}
      <States filter={filter} />
      <form method="get" role="search" className="desk-find">
        <Field
          id="to"
          name="to"
          type="email"
          label="To the address"
          autoComplete="off"
          defaultValue={filter.to}
          maxLength={200}
        />
        <button type="submit" className="btn small">
          Find
        </button>
      </form>
      <p className="muted">
        {countText(count, 'mail', 'mails')}
        {filter.to === '' ? '' : ` to ${filter.to}`}. Times are told in {zone}.
        {filter.to === '' ? null : (
          <>
            {' '}
            <a href={PATH}>Clear</a>
          </>
        )}
      </p>
      {mails.length === 0 ? <p>{NOTHING[filter.state]}</p> : null}
      {mails.length === 0 ? null : <MailTable mails={mails} {...{ zone, formKey, answer }} />}
      <StaffPagination path={PATH} filter={{ ...filter }} pagination={pagination} />
    </div>
  )
}

function States({ filter }: { filter: MailFilter }) {
  const href = (state: MailFilter['state']) => {
    const said = Object.entries({ ...filter, state }).filter(([, value]) => value !== '')
    return `${PATH}?${new URLSearchParams(said).toString()}`
  }
  const tab = (state: MailFilter['state'], text: string) => ({
    text,
    href: href(state),
    current: filter.state === state,
  })
  const all = mailStates.map((state) => tab(state, STATES[state].text))
  return <StaffTabs label="State" tabs={filter.to === '' ? all : [tab('', 'Any'), ...all]} />
}

function MailTable(props: Pick<MailsPageProps, 'mails' | 'zone' | 'formKey' | 'answer'>) {
  const { mails, zone, formKey, answer } = props
  return (
    <StaffTable
      label="Mails"
      multiline
      caption="Mails, newest first"
      heads={['Written', 'What', 'Order', 'State', 'What to do']}
    >
      {mails.map((mail) => (
        <tr key={mail.id}>
          <th scope="row" id={`mail-${String(mail.id)}`}>
            {formatDateTime(mail.created_at, zone)}
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
            <ResendForm {...{ mail, zone, formKey, answer }} />
          </td>
        </tr>
      ))}
    </StaffTable>
  )
}

function State({ mail, zone }: { mail: StaffMail; zone: string }) {
  const { state, tries, last_error: error, bounce_reason: reason } = mail
  const { text, tone } = STATES[state]
  const tried = tries === 1 ? '1 try' : `${String(tries)} tries`
  const next = state === 'queued' && tries > 0 ? `next ${formatDateTime(mail.next_try_at, zone)}` : ''
  const sent = mail.sent_at === null ? '' : formatDateTime(mail.sent_at, zone)
  return (
    <>
      <span className={`chip ${tone}`}>{text}</span>
      <small>{[sent, tried, next].filter(Boolean).join(' · ')}</small>
      {reason === null ? null : <small>{BOUNCE_WORDS[reason]}</small>}
      {error === null ? null : <small className="mail-error">{error.slice(0, 300)}</small>}
    </>
  )
}

/** Sends a mail that did not arrive again, to a corrected address and with new links. */
function ResendForm({ mail, zone, formKey, answer }: ResendFormProps) {
  const form = useShopForm(rowShape(RESEND_SHAPE, mail.id), answer, { email: mail.goes_to })
  if (mail.copied_at !== null) return <>Sent again {formatDateTime(mail.copied_at, zone)}</>
  if (mail.state !== 'failed' && mail.state !== 'bounced') return '–'
  if (!mail.correctable) return <span className="muted">Cannot be sent again</span>
  return (
    <form method="post" className="mail-again" {...form.props}>
      <input type="hidden" name="mail" value={mail.id} />
      <input type="hidden" name="key" value={formKey} />
      <TextField field={form.fields.email} type="email" autoComplete="off" maxLength={254} />
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

interface ResendFormProps extends Pick<MailsPageProps, 'zone' | 'formKey' | 'answer'> {
  mail: StaffMail
}
