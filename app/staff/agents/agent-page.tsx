import { type AgentDetails } from '#contract/agent.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { CheckField, FormErrors, ChoiceField, TextField } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { FoldedForm } from '../parts/folded-form.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { dayText } from '../reports/report-text.ts'
import { AGENT_SHAPE, TERMS_SHAPE } from './agent-forms.ts'
import { AgentFigures, AgentLink, AgentOrders, AgentStatements } from './agent-parts.tsx'
import { AGENTS_PATH } from './agent-words.ts'
import { LogInOptions, type LogIn } from './log-in-options.tsx'

export interface AgentPageProps extends AgentDetails {
  link: string
  /** The name of the shop that the link opens. */
  shop: string
  zone: string
  logIns: LogIn[] | null
  done: keyof typeof DONE | null
  answer: FormAnswer | undefined
}

export const DONE = {
  made: 'The agent is made. Orders through the link are theirs from now on.',
  changed: 'The agent is changed.',
  ended: 'The agent is ended: new orders are not theirs. What they sold keeps its commission.',
  begun: 'The agent sells again: new orders are theirs.',
  terms: 'The commission is set for orders from that day on.',
} as const

/** One agent: what they sold, their statements, their link, and for admins what they get. */
export function AgentPage(props: AgentPageProps) {
  const { agent, orders, statements, link, shop, zone, logIns, done, answer } = props
  return (
    <div className="wrap desk agent-page">
      <Errors answer={answer} />
      <StaffPageTitle href={AGENTS_PATH} above="Agents">
        {agent.name}
      </StaffPageTitle>
      <p>
        <StaffState shape={agent.ended ? 'off' : 'ok'}>{agent.ended ? 'Ended' : 'Open'}</StaffState>
      </p>
      {done === null || answer ? null : <DoneBar text={DONE[done]} />}
      <AgentFigures agent={agent} />
      <AgentOrders orders={orders} zone={zone} linked />
      <AgentStatements statements={statements} path={`${AGENTS_PATH}/statements`} zone={zone} />
      <AgentLink link={link} shop={shop} ended={agent.ended} />
      <TermsPart {...props} />
      {logIns === null ? null : <ChangePart {...props} logIns={logIns} />}
    </div>
  )
}

function Errors({ answer }: { answer: FormAnswer | undefined }) {
  const terms = plainForm(TERMS_SHAPE, answer)
  const agent = plainForm(AGENT_SHAPE, answer)
  return (
    <>
      <FormErrors form={terms} />
      <FormErrors form={agent} />
    </>
  )
}

function TermsPart({ agent, terms, logIns, answer }: AgentPageProps) {
  const form = plainForm(TERMS_SHAPE, answer, {
    percent: agent.percent,
    own_prices: terms[0]?.own_prices === true,
  })
  return (
    <section className="desk-part" aria-labelledby="terms-of">
      <h2 id="terms-of">Commission</h2>
      <StaffTable
        label="Commission"
        stacked
        caption="What counts for orders from a day on, the newest first"
        heads={['For orders paid from', 'Commission', 'Other prices']}
      >
        {terms.map(({ from, percent, own_prices: own }) => (
          <tr key={from}>
            <th scope="row">{dayText(from)}</th>
            <td data-label="Commission">{formatPercent(percent)}</td>
            <td data-label="Other prices">{own ? 'Count, too' : 'Do not count'}</td>
          </tr>
        ))}
      </StaffTable>
      {logIns === null ? null : (
        <FoldedForm
          title="Set another commission"
          form={form}
          open={answer?.form === TERMS_SHAPE.id}
          button={{ text: 'Set it', intent: 'terms' }}
        >
          <TextField field={form.fields.percent} need="required" inputMode="decimal" autoComplete="off" />
          <TextField
            field={form.fields.from}
            type="date"
            need="required"
            hint="A day to come. What is sold keeps its commission."
          />
          <CheckField field={form.fields.own_prices} />
        </FoldedForm>
      )}
    </section>
  )
}

function ChangePart({ agent, logIns, answer }: AgentPageProps & { logIns: LogIn[] }) {
  const known = { name: agent.name, user_id: agent.user_id === null ? '' : String(agent.user_id) }
  const form = plainForm(AGENT_SHAPE, answer, known)
  return (
    <section className="desk-part" aria-labelledby="change">
      <h2 id="change">Change the agent</h2>
      <FoldedForm
        title="Name and log-in"
        form={form}
        open={answer?.form === AGENT_SHAPE.id}
        button={{ text: 'Save', intent: 'change' }}
      >
        <TextField field={form.fields.name} need="required" maxLength={80} autoComplete="off" />
        <ChoiceField
          field={form.fields.user_id}
          hint="Whoever has the role of agents, which is given among staff and roles."
        >
          <LogInOptions logIns={logIns} />
        </ChoiceField>
      </FoldedForm>
      <form method="post">
        <button
          type="submit"
          className="btn second small"
          name="intent"
          value={agent.ended ? 'begin' : 'end'}
        >
          {agent.ended ? 'Let them sell again' : 'End this agent'}
        </button>
      </form>
    </section>
  )
}
