import { type StopPoint } from './stop-points.ts'

type CarePoint = Pick<StopPoint, 'name' | 'when' | 'doing'> & { nth: number }

/**
 * Steps of a job that commits what it does one by one: before the commit of its second one, and
 * after the first one of the next start.
 *
 * @param one `a message queued`
 * @param more `one more queued`
 */
const betweenCommits = (one: string, more: string, commits: RegExp): CarePoint[] => [
  { name: `${one}, not yet committed`, when: 'before', doing: { commits }, nth: 2 },
  { name: more, when: 'after', doing: { commits }, nth: 1 },
]

/** Where the jobs that write by themselves, tell of a delay and decide of departures are killed. */
export const carePoints: readonly CarePoint[] = [
  ...betweenCommits('care: a message queued', 'care: one more queued', /insert into "care_messages"/),
  ...betweenCommits('delay: a party told', 'delay: one more told', /update "delay_notices" set "told_at"/),
  {
    name: 'delay: all told, not yet done',
    when: 'before',
    doing: { runs: /update "flight_delays" set "done_at"/ },
    nth: 1,
  },
  ...betweenCommits(
    'minimum: a departure decided',
    'minimum: one more decided',
    /update "slots" set "minimum_decided_at"/,
  ),
]
