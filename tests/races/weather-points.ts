import { type StopPoint } from './stop-points.ts'

/** Where the work of a weather day is killed, one after the other; each starts again where it stopped. */
export const weatherPoints: readonly (Pick<StopPoint, 'name' | 'when' | 'doing'> & { nth: number })[] = [
  {
    name: 'offers half written',
    when: 'before',
    doing: { commits: /insert into "reschedule_claims"/ },
    nth: 120,
  },
  {
    name: 'first round half held',
    when: 'after',
    doing: { commits: /insert into "claim_alternatives"/ },
    nth: 90,
  },
  {
    name: 'second round: seats held, not yet committed',
    when: 'before',
    doing: { commits: /update "reschedule_claims" set "rounds" = .* -- \[2,/ },
    nth: 100,
  },
  { name: 'half of them told', when: 'after', doing: { runs: /insert into "mails"/ }, nth: 150 },
  {
    name: 'all told, not yet done',
    when: 'before',
    doing: { runs: /update "weather_days" set "done_at"/ },
    nth: 1,
  },
]

/** Where the work of a weather hold is killed: while its parties hear of it, and of its end. */
export const weatherHoldPoints: typeof weatherPoints = [
  {
    name: 'hold: a party told, not yet committed',
    when: 'before',
    doing: { commits: /insert into "weather_hold_notices"/ },
    nth: 3,
  },
  { name: 'hold: half of them told', when: 'after', doing: { commits: /insert into "mails"/ }, nth: 3 },
  {
    name: 'end: a party told, not yet committed',
    when: 'before',
    doing: { commits: /update "weather_hold_notices" set "ended_at"/ },
    nth: 4,
  },
  {
    name: 'end: all told, not yet done',
    when: 'before',
    doing: { runs: /update "weather_holds" set "done_at"/ },
    nth: 1,
  },
]
