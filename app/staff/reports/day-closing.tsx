import { type Day, type DayClosing } from '#contract/day-closing.ts'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { FoldedForm } from '../parts/folded-form.tsx'
import { dayText, figureText, GROUP_WORDS, REPORT_TITLES } from './report-text.ts'

export interface DayClosingPartProps {
  day: Day
  /** Only administrators can open a closed day again. */
  isAdmin: boolean
  closeForm: PlainForm<'note'>
  reopenForm: PlainForm<'reason'>
  /** Which of the two actions was refused. */
  refused: 'close' | 'reopen' | undefined
}

/** Shows whether a day is closed, with the form to close it or what was posted to it since. */
export function DayClosingPart(props: DayClosingPartProps) {
  const { day } = props
  return (
    <section className="desk-part" aria-labelledby="closing">
      <h2 id="closing">{day.closing ? 'Closed' : 'Close the day'}</h2>
      <FormErrors form={props.closeForm} />
      <FormErrors form={props.reopenForm} />
      {day.closing ? <ClosedDay {...props} closing={day.closing} /> : <OpenDay {...props} />}
      {day.taken_back.map((closing) => (
        <p key={closing.id} className="sm muted">
          {closedText(closing, day.timezone)} Opened again by {closing.reopened_by},{' '}
          {closing.reopened_at ? formatDateTime(closing.reopened_at, day.timezone) : ''}:{' '}
          {closing.reopen_reason}
        </p>
      ))}
      <Unclosed day={day} />
    </section>
  )
}

function OpenDay({ day, closeForm }: DayClosingPartProps) {
  if (!day.begun) return <p className="muted">This day has not begun yet.</p>
  return (
    <div className="no-print">
      <Checks of={checksOf(day)} />
      <form method="post" action={`?day=${day.day}`} className="form day-close" {...closeForm.props}>
        <input type="hidden" name="day" value={day.day} />
        <TextField
          field={closeForm.fields.note}
          hint={
            day.open_drawers.length > 0
              ? 'Say why a drawer is not counted.'
              : 'For whoever looks at it later.'
          }
          autoComplete="off"
          maxLength={500}
          need={day.open_drawers.length > 0 ? 'required' : 'optional'}
        />
        <button type="submit" className="btn" name="intent" value="close">
          Close {dayText(day.day)}
        </button>
      </form>
    </div>
  )
}

function Checks({ of: checks }: { of: DayCheck[] }) {
  if (checks.length === 0) return null
  return (
    <ul className="desk-checks">
      {checks.map(({ text, good, href }) => (
        <li key={text}>
          <StaffState shape={good ? 'ok' : 'late'}>{href ? <a href={href}>{text}</a> : text}</StaffState>
        </li>
      ))}
    </ul>
  )
}

const NOT_OVER = 'The day is not over: what is still sold will stand beside its figures.'

interface DayCheck {
  text: string
  good: boolean
  href?: string
}

/** The checks before a day is closed. */
function checksOf(day: Day): DayCheck[] {
  const { open_drawers: drawers, waiting_orders: waiting, provider_differences: differing } = day
  return [
    day.balanced
      ? { text: 'The books balance.', good: true }
      : { text: 'The books do not balance: the day cannot be closed.', good: false, href: '/staff/promises' },
    ...drawers.map(({ whose, opened_at: at }) => ({
      text: `The drawer of ${whose}, open since ${formatDateTime(at, day.timezone)}, is not counted.`,
      good: false,
    })),
    ...(drawers.length === 0 ? [{ text: 'Every drawer is counted.', good: true }] : []),
    differing === 0
      ? { text: 'Nothing is known to differ from the payment provider’s lists.', good: true }
      : {
          text:
            `${counted(differing, 'charge or refund differs', 'charges or refunds differ')} from ` +
            'the payment provider’s lists.',
          good: false,
          href: '/staff/promises',
        },
    ...(waiting > 0
      ? [
          {
            text: `${counted(waiting, 'order waits', 'orders wait')} for payment.`,
            good: false,
            href: '/staff/orders?status=awaiting_payment',
          },
        ]
      : []),
    ...(day.ended ? [] : [{ text: NOT_OVER, good: false }]),
  ]
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `One ${one}` : `${String(count)} ${many}`

function ClosedDay(props: DayClosingPartProps & { closing: DayClosing }) {
  const { day, closing, isAdmin, closeForm, reopenForm, refused } = props
  const lost = refused === 'close' ? closeForm.fields.note.meta.initialValue : undefined
  const wrong = checksOf(day).filter(({ text, good }) => !good && text !== NOT_OVER)
  return (
    <>
      <p className="alert good">
        {closedText(closing, day.timezone)} The figures below are those of that moment.
      </p>
      {typeof lost === 'string' && lost !== '' ? <p>Your note was not kept: “{lost}”</p> : null}
      <Checks of={wrong} />
      <h3>Booked to this day since</h3>
      <Changes day={day} />
      {isAdmin ? (
        <div className="no-print">
          <FoldedForm
            title="Open the day again"
            form={reopenForm}
            open={refused === 'reopen'}
            action={`?day=${day.day}`}
            button={{ text: 'Open it again', intent: 'reopen' }}
          >
            <input type="hidden" name="closing" value={closing.id} />
            <TextField field={reopenForm.fields.reason} need="required" autoComplete="off" maxLength={500} />
          </FoldedForm>
        </div>
      ) : null}
    </>
  )
}

function Changes({ day: { changes } }: { day: Day }) {
  if (changes.length === 0) return <p className="muted">Nothing.</p>
  return (
    <StaffTable
      label="Booked to this day since"
      stacked
      figures={['Now']}
      heads={['What', 'When it was closed', 'Now']}
    >
      {changes.map(({ report, by, row, column, unit, then, now }) => (
        <tr key={`${report} ${by} ${row} ${column}`}>
          <th scope="row">
            {row}: {column}
            <small>
              {REPORT_TITLES[report]} by {GROUP_WORDS[by]}
            </small>
          </th>
          <td data-label="When it was closed" className="nowrap">
            {figureText(unit, then)}
          </td>
          <td className="r">{figureText(unit, now)}</td>
        </tr>
      ))}
    </StaffTable>
  )
}

/** The page links to so many unclosed days; the oldest of them leads on to the others. */
const MOST_NAMED = 5

function Unclosed({ day: { unclosed } }: { day: Day }) {
  if (unclosed.length === 0) return null
  const more = unclosed.length - MOST_NAMED
  return (
    <div className="no-print day-unclosed">
      <p>Days before it that nobody closed{more > 0 ? `, the last ${String(MOST_NAMED)}` : ''}:</p>
      <ul className="desk-chips">
        {unclosed.slice(0, MOST_NAMED).map((one) => (
          <li key={one}>
            <a href={`?day=${one}`}>{dayText(one)}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function closedText({ closed_by: who, closed_at: at, note }: DayClosing, zone: string): string {
  const said = note === '' ? '' : ` “${note}”`
  return `Closed by ${who}, ${formatDateTime(at, zone)}.${said}`
}
