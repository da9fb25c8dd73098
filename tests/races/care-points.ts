import { type StopPoint } from './stop-points.ts'

type CarePoint = Pick<StopPoint, 'name' | 'when' | 'doing'> & { nth: number }

/** Where the jobs that write by themselves, tell of a delay and decide of departures are killed. */
export const carePoints: readonly CarePoint[] = [
  {
    name: 'care: a message queued, not yet committed',
    when: 'before',
    doing: { commits: /insert into "care_messages"/ },
    nth: 2,
  },
  {
    name: 'care: one more queued',
    when: 'after',
    doing: { commits: /insert into "care_messages"/ },
    nth: 1,
  },
  {
    name: 'delay: a party told, not yet committed',
    when: 'before',
    doing: { commits: /update "delay_notices" set "told_at"/ },
    nth: 2,
  },
  {
    name: 'delay: one more told',
    when: 'after',
    doing: { commits: /update "delay_notices" set "told_at"/ },
    nth: 1,
  },
  {
    name: 'delay: all told, not yet done',
    when: 'before',
    doing: { runs: /update "flight_delays" set "done_at"/ },
    nth: 1,
  },
  {
    name: 'minimum: a departure decided, not yet committed',
    when: 'before',
    doing: { commits: /update "slots" set "minimum_decided_at"/ },
    nth: 2,
  },
  {
    name: 'minimum: one more decided',
    when: 'after',
    doing: { commits: /update "slots" set "minimum_decided_at"/ },
    nth: 1,
  },
]
