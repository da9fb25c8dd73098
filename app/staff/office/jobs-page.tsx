import { type Job, type JobPlan, type JobState } from '#contract/job.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { Failure } from '../../ui/notice.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffTabs } from '../parts/staff-tabs.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { DateTimeCell } from '../parts/date-time.tsx'

interface JobsPageProps {
  jobs: Job[]
  plans: JobPlan[]
  state: JobState
  /** How many there are in the states that need action. */
  counts: Partial<Record<JobState, number>>
  pagination: ListMeta['pagination']
  zone: string
  /** Restarts jobs, or cancels them. */
  mayChange: boolean
  failure: string | undefined
}

const PATH = '/staff/jobs'
const STATES: Record<JobState, { text: string; nothing: string; next?: string }> = {
  failed: {
    text: 'Failed',
    nothing: 'None failed in the last two days.',
    next: 'One that fails stands here, and an admin can run it again.',
  },
  waiting: { text: 'Waiting', nothing: 'None waits.' },
  running: { text: 'Running', nothing: 'None runs at this moment.' },
  done: { text: 'Done', nothing: 'None was done in the last hour.' },
  cancelled: { text: 'Cancelled', nothing: 'None was cancelled.' },
}
/** The purpose of each queue. */
const WORK: Readonly<Record<string, string>> = {
  mails: 'Sends mails',
  texts: 'Sends texts to phones',
  webhooks: 'Works off what the payment provider tells',
  payments: 'Looks after payments under way',
  orders: 'Frees seats nobody paid for',
  gifts: 'Sends gifts on their day',
  waitlists: 'Offers freed seats',
  'call-offs': 'Calls flights off',
  reminders: 'Reminds buyers and passengers',
  deliveries: 'Tells other systems',
  memberships: 'Starts and renews memberships',
  news: 'Asks the payment provider what was missed',
  promises: 'Counts the promises',
  reports: 'Adds up long reports',
  content: 'Makes texts public at their time',
  cleaning: 'Removes what is no longer needed',
  backups: 'Tries whether the backup can be restored',
}
const workOf = (name: string) => WORK[name] ?? name.replaceAll('-', ' ')

/** The background jobs. */
export function JobsPage(props: JobsPageProps) {
  const { jobs, plans, state, counts, pagination, zone, mayChange, failure } = props
  return (
    <div className="wrap desk">
      <StaffPageTitle
        href="/staff/office"
        above="Office"
        about={`What the shop does by itself. Times are told in ${zone}.`}
      >
        Jobs
      </StaffPageTitle>
      <Failure text={failure} />
      <StaffTabs
        label="State"
        tabs={(Object.keys(STATES) as JobState[]).map((one) => ({
          text: STATES[one].text,
          href: `${PATH}?state=${one}`,
          current: one === state,
          count: one === state ? pagination.total_count : counts[one],
        }))}
      />
      {jobs.length === 0 ? (
        <NothingHere what={STATES[state].nothing}>{STATES[state].next}</NothingHere>
      ) : (
        <JobTable jobs={jobs} zone={zone} mayChange={mayChange} />
      )}
      <StaffPagination path={PATH} filter={{ state }} pagination={pagination} />
      <Plans plans={plans} zone={zone} />
    </div>
  )
}

function JobTable({ jobs, zone, mayChange }: Pick<JobsPageProps, 'jobs' | 'zone' | 'mayChange'>) {
  return (
    <StaffTable
      label="Jobs"
      multiline
      stacked
      caption="Jobs, newest first"
      heads={['What', 'Asked for', 'Began', 'Ended', 'What to do']}
    >
      {jobs.map((job) => (
        <tr key={job.id}>
          <th scope="row">
            {workOf(job.name)}
            {job.error === null ? null : <small className="mail-error">{job.error}</small>}
          </th>
          <td data-label="Asked for">
            <DateTimeCell at={job.created_at} zone={zone} />
          </td>
          <td data-label="Began">
            <DateTimeCell at={job.started_at} zone={zone} />
          </td>
          <td data-label="Ended">
            <DateTimeCell at={job.finished_at} zone={zone} />
          </td>
          <td>{mayChange ? <Change job={job} /> : null}</td>
        </tr>
      ))}
    </StaffTable>
  )
}

function Change({ job: { id, name, state } }: { job: Job }) {
  if (state !== 'failed' && state !== 'waiting') return null
  const [intent, text] = state === 'failed' ? ['retry', 'Run again'] : ['cancel', 'Cancel']
  return (
    <form method="post">
      <input type="hidden" name="job" value={id} />
      <button
        type="submit"
        className="btn second small"
        name="intent"
        value={intent}
        aria-label={`${text}: ${workOf(name)}`}
      >
        {text}
      </button>
    </form>
  )
}

/** It failed, and was not done since. */
const hasFailedLast = ({ last_failed_at: failed, last_done_at: done }: JobPlan) =>
  failed !== null && (done === null || done < failed)

function Plans({ plans, zone }: Pick<JobsPageProps, 'plans' | 'zone'>) {
  return (
    <section className="desk-part" aria-labelledby="plans">
      <h2 id="plans">What comes up by itself</h2>
      <StaffTable label="Plans" multiline stacked heads={['What', 'Next', 'Last done', 'Last failed']}>
        {plans.map((plan) => (
          <tr key={plan.name}>
            <th scope="row">{workOf(plan.name)}</th>
            <td data-label="Next">
              <DateTimeCell at={plan.next_at} zone={zone} none="Not planned" />
            </td>
            <td data-label="Last done">
              <DateTimeCell at={plan.last_done_at} zone={zone} none="Not in the last hour" />
            </td>
            <td data-label="Last failed">
              {hasFailedLast(plan) ? (
                <StaffState shape="bad">
                  <DateTimeCell at={plan.last_failed_at} zone={zone} />
                </StaffState>
              ) : (
                <DateTimeCell at={plan.last_failed_at} zone={zone} none="Not in two days" />
              )}
            </td>
          </tr>
        ))}
      </StaffTable>
    </section>
  )
}
