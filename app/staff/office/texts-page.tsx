import { type ListMeta } from '#contract/primitives.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { Failure, Success } from '../../ui/notice.tsx'
import { countText } from '../parts/list-count.ts'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffTabs } from '../parts/staff-tabs.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { TEXT_CODES, TEXT_STATES, textStates } from '../parts/text-states.ts'
import { type StaffText } from './handle-texts.server.ts'

interface TextsPageProps {
  texts: StaffText[]
  pagination: ListMeta['pagination']
  state: StaffText['state']
  zone: string
  /** A text was just sent again. */
  again: boolean
  formKey: string
  /** Why a text was not sent again. */
  answer: { text: number; failure: string } | undefined
}

const PATH = '/staff/texts'
const NOTHING: Record<StaffText['state'], string> = {
  failed: 'None was given up.',
  undelivered: 'Every text that was sent has arrived, or may still.',
  stopped: 'Nobody has answered STOP.',
  queued: 'None waits to be sent.',
  sending: 'None is on its way.',
  sent: 'None waits for the network’s answer.',
  delivered: 'None was delivered yet.',
}
const inWords = (name: string) => name.replaceAll('_', ' ')

/** The texts to phones that wait, were sent or were given up; neither their words nor whole numbers. */
export function TextsPage(props: TextsPageProps) {
  const { texts, pagination, state, zone, again, formKey, answer } = props
  const tabs = textStates.map((one) => ({
    text: TEXT_STATES[one].text,
    href: `${PATH}?state=${one}`,
    current: state === one,
  }))
  return (
    <div className="wrap desk">
      <StaffPageTitle href="/staff/office" above="Office">
        Texts
      </StaffPageTitle>
      {again && answer === undefined ? <Success>It goes out again.</Success> : null}
      <Failure text={answer?.failure} />
      <StaffTabs label="State" tabs={tabs} />
      <p className="muted">
        {countText(pagination.total_count, 'text', 'texts')}. Times are told in {zone}.
      </p>
      {texts.length === 0 ? (
        <p>{NOTHING[state]}</p>
      ) : (
        <StaffTable
          label="Texts"
          multiline
          caption="Texts, newest first"
          heads={['Written', 'What', 'Order', 'State', 'What to do']}
        >
          {texts.map((text) => (
            <TextRow key={text.id} {...{ text, zone, formKey }} />
          ))}
        </StaffTable>
      )}
      <StaffPagination path={PATH} filter={{ state }} pagination={pagination} />
    </div>
  )
}

function TextRow({ text, zone, formKey }: { text: StaffText; zone: string; formKey: string }) {
  const order = `O-${String(text.order_id)}`
  return (
    <tr>
      <th scope="row" id={`text-${String(text.id)}`}>
        {formatDateTime(text.created_at, zone)}
      </th>
      <td>
        {inWords(text.kind)}
        <small>{text.to}</small>
      </td>
      <td className="nowrap">
        <a href={`/staff/orders/${String(text.order_id)}`}>{order}</a>
      </td>
      <td>
        <State text={text} zone={zone} />
      </td>
      <td>
        <ResendForm {...{ text, zone, formKey, order }} />
      </td>
    </tr>
  )
}

function State({ text, zone }: { text: StaffText; zone: string }) {
  const { state, tries, error_code: code, sent_at: sentAt } = text
  const { text: words, tone } = TEXT_STATES[state]
  const tried = tries === 0 ? '' : tries === 1 ? '1 try' : `${String(tries)} tries`
  const next = state === 'queued' ? `next ${formatDateTime(text.next_try_at, zone)}` : ''
  const sent = sentAt === null ? '' : formatDateTime(sentAt, zone)
  return (
    <>
      <span className={`chip ${tone}`}>{words}</span>
      <small>{[sent, tried, next].filter(Boolean).join(' · ')}</small>
      {code === null ? null : <small>{TEXT_CODES[code] ?? `The provider’s code is ${String(code)}.`}</small>}
    </>
  )
}

interface ResendFormProps {
  text: StaffText
  zone: string
  formKey: string
  order: string
}

/** A link to pay is made anew on its order; the other kinds are sent again here. */
function ResendForm({ text, zone, formKey, order }: ResendFormProps) {
  if (text.again_at !== null) return <>Sent again {formatDateTime(text.again_at, zone)}</>
  if (text.state !== 'failed' && text.state !== 'undelivered') return '–'
  if (!text.repeatable) return <a href={`/staff/orders/${String(text.order_id)}`}>Make another link there</a>
  return (
    <form method="post">
      <input type="hidden" name="text" value={text.id} />
      <input type="hidden" name="key" value={formKey} />
      <button
        type="submit"
        className="btn second small"
        aria-label={`Send again: ${inWords(text.kind)} of ${order}`}
      >
        Send again
      </button>
    </form>
  )
}
