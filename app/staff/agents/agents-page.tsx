import { type Agent } from '#contract/agent.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { CheckField, FormErrors, ChoiceField, TextField } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { FoldedForm } from '../parts/folded-form.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { NEW_AGENT_SHAPE } from './agent-forms.ts'
import { AGENTS_PATH } from './agent-words.ts'
import { LogInOptions, type LogIn } from './log-in-options.tsx'

interface AgentsPageProps {
  agents: Agent[]
  brands: { id: number; name: string }[]
  /** Who can be given the log-in of an agent; null for all but admins, who make agents. */
  logIns: LogIn[] | null
  answer: FormAnswer | undefined
}

/** Who sells for the shop, with the current month. */
export function AgentsPage({ agents, brands, logIns, answer }: AgentsPageProps) {
  const form = plainForm(NEW_AGENT_SHAPE, answer, { brand_id: String(brands[0]?.id ?? '') })
  const sum = (of: (agent: Agent) => number) =>
    agents.reduce((all, agent) => all + Math.round(of(agent) * 100), 0) / 100
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <StaffPageTitle
        href="/staff/office"
        above="Office"
        about="Hotels, portals and friends who sell for the shop, each with a link and a commission."
      >
        Agents
      </StaffPageTitle>
      {agents.length === 0 ? (
        <NothingHere what="None so far.">An admin makes one below.</NothingHere>
      ) : (
        <StaffTable
          label="Agents"
          stacked
          caption="Agents in the current month"
          figures={['Orders', 'Sold', 'Owed']}
          heads={['Agent', 'Commission', 'Orders', 'Sold', 'Owed', 'State']}
          foot={
            <tr>
              <th scope="row">All</th>
              <td />
              <td className="figure" data-label="Orders">
                {sum(({ orders }) => orders)}
              </td>
              <td className="figure" data-label="Sold">
                {formatDollars(sum(({ sold }) => sold))}
              </td>
              <td className="r" data-label="Owed">
                {formatDollars(sum(({ owed }) => owed))}
              </td>
              <td />
            </tr>
          }
        >
          {agents.map((agent) => (
            <tr key={agent.id}>
              <th scope="row">
                <a href={`${AGENTS_PATH}/${String(agent.id)}`}>{agent.name}</a>
                {brands.length < 2 ? null : (
                  <small>{brands.find(({ id }) => id === agent.brand_id)?.name}</small>
                )}
              </th>
              <td data-label="Commission">{formatPercent(agent.percent)}</td>
              <td className="figure" data-label="Orders">
                {agent.orders}
              </td>
              <td className="figure" data-label="Sold">
                {formatDollars(agent.sold)}
              </td>
              <td className="r" data-label="Owed">
                {formatDollars(agent.owed)}
              </td>
              <td data-label="State">
                <StaffState shape={agent.ended ? 'off' : 'ok'}>{agent.ended ? 'Ended' : 'Open'}</StaffState>
              </td>
            </tr>
          ))}
        </StaffTable>
      )}
      {logIns === null ? null : (
        <FoldedForm
          title="New agent"
          form={form}
          open={answer !== undefined}
          button={{ text: 'Make the agent', intent: 'new' }}
        >
          <TextField field={form.fields.name} need="required" maxLength={80} autoComplete="off" />
          <TextField
            field={form.fields.code}
            need="required"
            hint="Letters, digits, hyphens. With an affiliate’s code the guests of its page count."
            maxLength={40}
            autoComplete="off"
          />
          <ChoiceField field={form.fields.brand_id}>
            {brands.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </ChoiceField>
          <TextField
            field={form.fields.percent}
            need="required"
            hint="Of what guests pay for flights without fees and tax, and do not get back."
            inputMode="decimal"
            autoComplete="off"
          />
          <CheckField field={form.fields.own_prices} />
          <ChoiceField field={form.fields.user_id}>
            <LogInOptions logIns={logIns} />
          </ChoiceField>
        </FoldedForm>
      )}
    </div>
  )
}
