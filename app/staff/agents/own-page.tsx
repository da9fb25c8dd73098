import { type AgentDetails } from '#contract/agent.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { AgentFigures, AgentLink, AgentOrders, AgentStatements } from './agent-parts.tsx'

interface OwnPageProps {
  /** All that the caller is the agent of, each with its brand's link. */
  own: { details: AgentDetails; link: string; shop: string; zone: string }[]
  shown: number
}

/** What agents see of themselves: their sales, their commission, their link, and nobody else's. */
export function OwnPage({ own, shown }: OwnPageProps) {
  const one = own.find(({ details }) => details.agent.id === shown)
  if (!one) {
    return (
      <div className="wrap desk">
        <h1>Your commission</h1>
        <NothingHere what="Your account is not connected yet.">
          The shop connects it to your link; please ask there.
        </NothingHere>
      </div>
    )
  }
  const { agent, orders, statements } = one.details
  return (
    <div className="wrap desk agent-page">
      <div>
        <h1>{agent.name}</h1>
        {agent.ended ? <p className="muted">New orders are not yours any more.</p> : null}
      </div>
      {own.length < 2 ? null : (
        <ul className="desk-chips">
          {own.map(({ details: { agent: other } }) => (
            <li key={other.id}>
              <a href={`?agent=${String(other.id)}`} aria-current={other.id === shown ? 'page' : undefined}>
                {other.name}
              </a>
            </li>
          ))}
        </ul>
      )}
      <AgentFigures agent={agent} />
      <AgentLink link={one.link} shop={one.shop} ended={agent.ended} />
      <AgentOrders orders={orders} zone={one.zone} linked={false} />
      <AgentStatements statements={statements} path="/agent/statements" zone={one.zone} />
    </div>
  )
}
