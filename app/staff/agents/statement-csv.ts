import { type AgentStatementDetails } from '#contract/agent.ts'
import { csvNumber, csvText } from '../parts/csv.ts'

/** A statement as comma-separated values (RFC 4180) in dollars, what is to be paid last. */
export function statementCsv({ statement, lines }: AgentStatementDetails): string {
  const money = (dollars: number) => csvNumber('money', dollars)
  const row = (...cells: string[]) => cells.join(',')
  return [
    'order,flight,flown on,percent,flights,commission,correction',
    ...lines.map((line) =>
      row(
        `O-${String(line.order_id)}`,
        csvText(line.flight),
        line.flown_on,
        String(line.percent),
        money(line.sold),
        money(line.amount),
        line.correction ? 'yes' : 'no',
      ),
    ),
    row('Commission', '', '', '', '', money(statement.earned), ''),
    row('Carried', '', '', '', '', money(statement.carried), ''),
    row('To be paid', '', '', '', '', money(statement.payable), ''),
    '',
  ].join('\r\n')
}

/** `statement-harbor-hotels-2026-11.csv`. */
export const statementFile = ({ statement, agent }: AgentStatementDetails): string =>
  `statement-${agent.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${statement.month}.csv`
