import { and, eq, isNull } from 'drizzle-orm'
import { agents } from '../db/schema/agents.ts'
import { agentStatements } from '../db/schema/agent-statements.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { formatDollars } from '../rules/money/money.ts'
import { linkMail } from '../store/mails/link-mail.ts'
import { type MailBrand } from '../store/mails/mail-brand.ts'
import { declareMail, type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { findPayable } from './rules/commission.ts'

interface StatementMail {
  id: number
  name: string
  number: number
  /** The first day of its month. */
  month: string
  earnedCents: number
  carriedCents: number
}

/** Tells an agent that a statement is there, with its sums; its orders stand on its page alone. */
export const agentStatementMail = declareMail({
  kind: 'agent_statement',
  about: agentStatements,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readStatementMail,
  compose: composeStatement,
})

/** Undefined when the account is the agent's no more. */
async function readStatementMail(
  { database: { db } }: ApiDeps,
  mail: MailRow,
): Promise<StatementMail | undefined> {
  const [found] = await db
    .select({
      id: agentStatements.id,
      name: agents.name,
      number: agentStatements.number,
      month: agentStatements.month,
      earnedCents: agentStatements.earnedCents,
      carriedCents: agentStatements.carriedCents,
    })
    .from(agentStatements)
    .innerJoin(agents, eq(agents.id, agentStatements.agentId))
    .innerJoin(users, eq(users.id, agents.userId))
    .where(
      and(
        eq(agentStatements.id, subjectIdOf(mail)),
        eq(agents.userId, mail.userId ?? 0),
        eq(users.email, mail.to),
        isNull(users.suspendedAt),
      ),
    )
  return found
}

function composeStatement({ id, name, number, month, ...sums }: StatementMail, brand: MailBrand) {
  const when = new Date(`${month}T12:00:00Z`).toLocaleDateString('en-US', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  })
  const carried: [string, string][] =
    sums.carriedCents === 0 ? [] : [['Taken back before', formatDollars(sums.carriedCents)]]
  return linkMail(`${brand.origin}/agent/statements/${String(id)}`, brand, {
    subject: `Your statement of ${when}: ${brand.name}`,
    title: `Your statement of ${when}`,
    intro: `${name}: statement ${String(number)} is made. It has what flew, and what was refunded since.`,
    facts: [
      ['Commission', formatDollars(sums.earnedCents)],
      ...carried,
      ['To be paid', formatDollars(findPayable(sums))],
    ],
    action: 'See the orders',
    notes: ['The page asks for your log-in and a code of your app.'],
  })
}
