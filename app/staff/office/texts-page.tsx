import { type ListMeta } from '#contract/primitives.ts'
import { Failure } from '../../ui/notice.tsx'
import { inWords } from '../parts/in-words.ts'
import { countText } from '../parts/list-count.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { TEXT_CODES, TEXT_STATES, textStates } from '../parts/text-states.ts'
import { type StaffText } from './handle-texts.server.ts'
import { OutboxPage, OutboxRow, OutboxState, SendAgainButton, SentAgain } from './outbox-page.tsx'

interface TextsPageProps {
  texts: StaffText[]
  pagination: ListMeta['pagination']
  state: StaffText['state']
  /** How many there are in the states that need action. */
  counts: Partial<Record<StaffText['state'], number>>
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

/** The texts to phones that wait, were sent or were given up; neither their words nor whole numbers. */
export function TextsPage(props: TextsPageProps) {
  const { texts, pagination, state, counts, zone, again, formKey, answer } = props
  return (
    <OutboxPage
      title="Texts"
      path={PATH}
      about="To phones of customers who agreed to texts. The words are not kept."
      errors={<Failure text={answer?.failure} />}
      again={again && answer === undefined}
      tabs={textStates.map((one) => ({
        text: TEXT_STATES[one].text,
        href: `${PATH}?state=${one}`,
        current: state === one,
        count: counts[one],
      }))}
      counted={`${countText(pagination.total_count, 'text', 'texts')}. Times are told in ${zone}.`}
      filter={{ state }}
      pagination={pagination}
      nothing={<NothingHere what={NOTHING[state]}>{NEXT[state]}</NothingHere>}
      rows={texts.map((text) => (
        <OutboxRow
          key={text.id}
          id={`text-${String(text.id)}`}
          message={text}
          zone={zone}
          state={<TextState text={text} zone={zone} />}
        >
          <ResendForm {...{ text, zone, formKey }} />
        </OutboxRow>
      ))}
    />
  )
}

/** What to know, or to do, where there is none. */
const NEXT: Partial<Record<StaffText['state'], string>> = {
  failed: 'A text that is refused for good stands here, with its reason and a button.',
  queued: 'At night texts wait until the morning.',
  delivered: 'The first is sent from an order: a link to pay by text.',
}

function TextState({ text, zone }: { text: StaffText; zone: string }) {
  const { state, error_code: code } = text
  return (
    <OutboxState words={TEXT_STATES[state]} message={text} zone={zone}>
      {code === null ? null : <small>{TEXT_CODES[code] ?? `The provider’s code is ${String(code)}.`}</small>}
    </OutboxState>
  )
}

interface ResendFormProps {
  text: StaffText
  zone: string
  formKey: string
}

/** A link to pay is made anew on its order; the other kinds are sent again here. */
function ResendForm({ text, zone, formKey }: ResendFormProps) {
  if (text.again_at !== null) return <SentAgain at={text.again_at} zone={zone} />
  if (text.state !== 'failed' && text.state !== 'undelivered') return null
  if (!text.repeatable) return <a href={`/staff/orders/${String(text.order_id)}`}>Make another link there</a>
  return (
    <form method="post">
      <input type="hidden" name="text" value={text.id} />
      <input type="hidden" name="key" value={formKey} />
      <SendAgainButton about={`${inWords(text.kind)} of O-${String(text.order_id)}`} />
    </form>
  )
}
