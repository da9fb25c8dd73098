import { type RawQuery } from '../../db/client.ts'

/** What is known of the season in the database: its plan's seed and moment, and how far it is. */
export interface Season {
  seed: string
  /** The moment to which the plan is relative. */
  startedAt: Date
  /** The number of steps that were begun. */
  steps: number
  isFilled: boolean
}

/** What the steps have made, by the names that the plan gives it. */
export interface SeasonRecord {
  begin(step: number): Promise<void>
  finish(): Promise<void>
  keep(key: string, id: number): Promise<void>
  find(key: string): number | undefined
}

/**
 * Makes the tables for a season and its row. They lie in a schema of their own, like those of the
 * sandbox: a real shop has neither.
 */
export async function startSeason(
  query: RawQuery,
  { seed, now }: { seed: string; now: Date },
): Promise<void> {
  await query(`
    create schema if not exists demo;
    create table if not exists demo.season (
      id integer primary key check (id = 1),
      seed text not null,
      started_at timestamptz not null,
      steps integer not null default 0,
      filled_at timestamptz
    );
    create table if not exists demo.made (key text primary key, id integer not null);
  `)
  const text = 'insert into demo.season (id, seed, started_at) values (1, $1, $2) on conflict do nothing'
  await query(text, [seed, now])
}

/** Undefined in a shop that has no season. */
export async function readSeason(query: RawQuery): Promise<Season | undefined> {
  const { rows: tables } = await query(`select to_regclass('demo.season') is not null as there`)
  if (tables[0]?.['there'] !== true) return undefined
  const { rows } = await query('select seed, started_at, steps, filled_at from demo.season')
  const [row] = rows
  if (!row) return undefined
  return {
    seed: String(row['seed']),
    startedAt: new Date(String(row['started_at'])),
    steps: Number(row['steps']),
    isFilled: row['filled_at'] !== null,
  }
}

export async function openRecord(query: RawQuery): Promise<SeasonRecord> {
  const { rows } = await query('select key, id from demo.made')
  const made = new Map(rows.map((row) => [String(row['key']), Number(row['id'])]))
  return {
    begin: async (step) => {
      await query('update demo.season set steps = $1', [step])
    },
    finish: async () => {
      await query('update demo.season set filled_at = now()')
    },
    keep: async (key, id) => {
      made.set(key, id)
      await query('insert into demo.made (key, id) values ($1, $2) on conflict do nothing', [key, id])
    },
    find: (key) => made.get(key),
  }
}
