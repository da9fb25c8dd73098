import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const WIDTH = 110
const BREAKPOINT = '--> statement-breakpoint'
/** Keywords to break a line before, best first. */
const BREAK_BEFORE = [
  ['FOREIGN', 'WHERE'],
  ['CHECK'],
  ['and', 'or', 'when', 'else'],
  ['REFERENCES', 'USING', 'ON'],
]

/** Clauses that drizzle-kit writes although they are PostgreSQL's defaults. */
const DEFAULT_CLAUSES = [
  / \(sequence name "\w+" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1\)/g,
  / ON (DELETE|UPDATE) no action/g,
]

/** Formats drizzle-kit's SQL: no tabs, no default clauses, no line over 110 columns. */
export function tidySql(text: string): string {
  const short = DEFAULT_CLAUSES.reduce((rest, clause) => rest.replace(clause, ''), text)
  return short.split('\n').flatMap(tidyLine).join('\n').trimEnd().concat('\n')
}

function tidyLine(line: string): string[] {
  const spaced = line.replace(/^\t+/, (tabs) => '  '.repeat(tabs.length))
  if (spaced.length <= WIDTH || spaced.trimStart().startsWith('-- ')) return [spaced]
  if (spaced.endsWith(BREAKPOINT)) return [...tidyLine(spaced.slice(0, -BREAKPOINT.length)), BREAKPOINT]
  return wrap(spaced, { margin: 2 + spaced.search(/\S/), depth: 0 })
}

/** Wraps a line; continuation lines are indented by the number of open parentheses. */
function wrap(line: string, { margin, depth }: { margin: number; depth: number }): string[] {
  const best = line.length > WIDTH ? bestBreak(line) : undefined
  if (!best) return [line]
  const open = depth + best.depth
  const rest = ' '.repeat(margin + 2 * open) + line.slice(best.at + 1)
  return [line.slice(0, best.at), ...wrap(rest, { margin, depth: open })]
}

interface Break {
  at: number
  depth: number
}

/**
 * Returns the best place to break a line: before a listed keyword, outside parentheses if possible,
 * and as late as possible.
 */
function bestBreak(line: string): Break | undefined {
  const isBreak = ({ at }: Break) => at <= WIDTH && !/^( *| *CHECK)$/.test(line.slice(0, at))
  const breaks = spacesOutsideQuotes(line).filter(isBreak)
  const rank = (at: number) => {
    const word = /^\w+/.exec(line.slice(at + 1))?.[0] ?? ''
    const known = BREAK_BEFORE.findIndex((words) => words.includes(word))
    const isRange = word === 'and' && /between \S+$/.test(line.slice(0, at))
    return known === -1 || isRange ? BREAK_BEFORE.length : known
  }
  return breaks.sort((a, b) => rank(a.at) - rank(b.at) || a.depth - b.depth || b.at - a.at)[0]
}

function spacesOutsideQuotes(line: string): Break[] {
  const found: Break[] = []
  let quote: string | undefined
  let depth = 0
  for (const [at, character] of Array.from(line).entries()) {
    if (quote !== undefined) quote = character === quote ? undefined : quote
    else if (character === "'" || character === '"') quote = character
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character === ' ') found.push({ at, depth })
  }
  return found
}

/**
 * `npm run db:generate` calls this after drizzle-kit. Formatted migrations stay byte for byte the
 * same.
 */
function tidyMigrations(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.sql'))) {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8')
    const tidy = tidySql(text)
    if (tidy !== text) writeFileSync(file, tidy)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  tidyMigrations(fileURLToPath(new URL('../api/db/migrations', import.meta.url)))
}
