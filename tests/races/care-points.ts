import { type StopPoint } from './stop-points.ts'

type CarePoint = Pick<StopPoint, 'name' | 'when' | 'doing'> & { nth: number }

/** Where the job that writes by itself, and the one that decides of departures, are killed. */
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
