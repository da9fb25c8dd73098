import { type AgentStatementDetails } from '#contract/agent.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { FoldedForm } from '../parts/folded-form.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { dayText } from '../reports/report-text.ts'
import { PAYMENT_SHAPE } from './agent-forms.ts'
import { monthText, statementState } from './agent-words.ts'

interface StatementPageProps extends AgentStatementDetails {
  /** The page that it is reached from. */
  back: { href: string; text: string }
  /** Its lines as a file. */
  file: string
  zone: string
  /** Admins note the payment. */
  canPay: boolean
  /** Staff open the orders. */
  linked: boolean
  answer: FormAnswer | undefined
}

/** A statement as it was made, on the screen and on paper. */
export function StatementPage(props: StatementPageProps) {
  const { statement, agent, payer, back, file, zone, canPay, answer } = props
  const form = plainForm(PAYMENT_SHAPE, answer)
  const state = statementState(statement)
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <StaffPageTitle href={back.href} above={back.text}>
        {agent.name}, statement {statement.number}, {monthText(statement.month)}
      </StaffPageTitle>
      <p>
        {payer.address === '' ? payer.legal_name : `${payer.legal_name}, ${payer.address}`}
        <span className="sm muted line">
          {payer.phone} · {payer.email}
        </span>
      </p>
      <p>
        <StaffState shape={state.shape}>{state.text}</StaffState>{' '}
        <span className="sm muted">
          Made <DateTimeCell at={statement.created_at} zone={zone} />. It does not change any more.
        </span>
      </p>
      <p className="no-print">
        <button type="button" className="btn second small" data-print hidden>
          Print
        </button>{' '}
        <a className="btn second small" href={file}>
          CSV
        </a>
      </p>
      <Lines {...props} />
      <Sums statement={statement} />
      {statement.paid_at === null ? null : (
        <p className="alert good">
          Paid <DateTimeCell at={statement.paid_at} zone={zone} />: {statement.paid_reference}
        </p>
      )}
      {canPay && statement.paid_at === null && statement.payable > 0 ? (
        <div className="no-print">
          <FoldedForm
            title={`Note the payment of ${formatDollars(statement.payable)}`}
            form={form}
            open={answer !== undefined}
            button={{ text: 'It is paid', intent: 'pay' }}
          >
            <TextField
              field={form.fields.reference}
              need="required"
              hint="The bank’s reference, or why it counts as paid."
              maxLength={200}
              autoComplete="off"
            />
          </FoldedForm>
        </div>
      ) : null}
    </div>
  )
}

function Lines({ lines, linked }: Pick<StatementPageProps, 'lines' | 'linked'>) {
  return (
    <section className="desk-part" aria-labelledby="lines">
      <h2 id="lines">Orders</h2>
      <StaffTable
        label="Orders"
        stacked
        caption="Orders, by the day they flew"
        figures={['Flights', 'Commission']}
        heads={['Order', 'Flight', 'Flown', 'Flights', 'Commission']}
      >
        {lines.map((line) => (
          <tr key={line.order_id}>
            <th scope="row">
              {linked ? (
                <a href={`/staff/orders/${String(line.order_id)}`}>{`O-${String(line.order_id)}`}</a>
              ) : (
                `O-${String(line.order_id)}`
              )}
            </th>
            <td data-label="Flight">
              {line.flight}
              {line.correction ? <small>Correction of an earlier statement</small> : null}
            </td>
            <td data-label="Flown">{dayText(line.flown_on)}</td>
            <td className="figure" data-label="Flights">
              {formatDollars(line.sold)}
            </td>
            <td className="r" data-label="Commission">
              {formatDollars(line.amount)}
              <small>{formatPercent(line.percent)}</small>
            </td>
          </tr>
        ))}
      </StaffTable>
      <p className="sm muted">
        Flights without fees and tax, less what was refunded by the end of the month. A correction is the
        difference to what earlier statements say of the order.
      </p>
    </section>
  )
}

const Sums = ({ statement: { earned, carried, payable } }: Pick<StatementPageProps, 'statement'>) => (
  <section className="desk-part" aria-labelledby="sum">
    <h2 id="sum">How it adds up</h2>
    <dl className="breakdown desk-sum">
      <div>
        <dt>Commission</dt>
        <dd>{formatDollars(earned)}</dd>
      </div>
      {carried === 0 ? null : (
        <div>
          <dt>Taken back before, beyond what was earned</dt>
          <dd>{formatDollars(carried)}</dd>
        </div>
      )}
      {earned + carried < 0 ? (
        <div>
          <dt>Carried to the next statement</dt>
          <dd>{formatDollars(earned + carried)}</dd>
        </div>
      ) : null}
      <div className="total">
        <dt>To be paid</dt>
        <dd>{formatDollars(payable)}</dd>
      </div>
    </dl>
  </section>
)
