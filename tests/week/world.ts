import { type z } from 'zod'
import { type Random } from '#api/platform/demo-season/random.ts'
import { type Database } from '#api/db/client.ts'
import { type Sandbox } from '#sandbox/create-sandbox.ts'
import { type MailServer } from '../races/mail-server.ts'
import { type CallOptions, type Answer } from '../support/test-api.ts'
import { type TestClock } from '../support/test-clock.ts'
import { type Agenda } from './agenda.ts'
import { type SimulatedProcess } from './simulated-process.ts'

/** How often each kind of act was done, refused, and lost to a fault. */
export interface Tally {
  done: number
  refused: number
  lost: number
  /** How often each reason was given. */
  reasons: Map<string, number>
}

/** A call of `/v1` by somebody of the week. */
export interface Call extends CallOptions {
  /** The kind of act that it counts as; a call that only reads has none. */
  kind?: string
}

/** The shop of the week, with everybody who uses it and everything that goes wrong. */
export interface World {
  random: Random
  clock: TestClock
  agenda: Agenda
  /** The database without faults, for the test itself. */
  database: Database
  sandbox: Sandbox
  mails: MailServer
  processes: [SimulatedProcess, SimulatedProcess]
  tallies: Map<string, Tally>
  /** What must never happen, with the time of the simulation. */
  findings: string[]
  /** The faults that go on at the moment. */
  faults: Set<string>
  /** Calls a process of the shop; what is broken without a fault becomes a finding. */
  call(method: string, path: string, options?: Call): Promise<Answer>
  /** Counts an act that is no call of the shop. */
  count(kind: string, how: 'done' | 'refused' | 'lost', reason?: string): void
  find(what: string): void
  /** Plans something for so many minutes later, with random values of its own. */
  later(minutes: number, name: string, act: (random: Random) => Promise<void>): void
}

/** The faults under which a call may end without an answer of the shop. */
const DATABASE_FAULTS = ['connection cut', 'process killed']

export const isDatabaseFault = (faults: ReadonlySet<string>) =>
  DATABASE_FAULTS.some((fault) => faults.has(fault))

export function tallyOf(tallies: World['tallies'], kind: string): Tally {
  const known = tallies.get(kind)
  if (known) return known
  const made: Tally = { done: 0, refused: 0, lost: 0, reasons: new Map() }
  tallies.set(kind, made)
  return made
}

/** Why a call was refused: its code, or the sentence of the first field. */
export function readReason({ status, body }: Answer): string {
  const said = body as { code?: string; error?: string; errors?: Record<string, string[]> } | undefined
  const field = Object.entries(said?.errors ?? said ?? {})[0]
  const text = [said?.code, said?.error].filter(Boolean).join(': ')
  return `${String(status)} ${(text || (field ? `${field[0]}: ${String(field[1])}` : '')).slice(0, 120)}`
}

/** The shop refused, as it may; the act ends here. */
export class Refused extends Error {}

/** No answer came, because a fault was in the way. */
export class LostAnswer extends Error {}

/** Reads an answer. @throws Refused @throws LostAnswer */
export function read<T extends z.ZodType>(answer: Answer, schema: T): z.infer<T> {
  if (answer.status >= 500) throw new LostAnswer(readReason(answer))
  if (answer.status >= 300) throw new Refused(readReason(answer))
  return schema.parse(answer.body)
}
