import { type StaffMember } from '#contract/staff-member.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { Field } from '../../ui/field.tsx'
import { Failure, Success } from '../../ui/notice.tsx'
import { formatDateTime } from '../../format/date-time.ts'
import { type PeopleAnswer } from './handle-people.server.ts'
import { getCustomerName } from '../parts/customer-name.ts'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { FoldedForm } from '../parts/folded-form.tsx'

interface PeoplePageProps {
  members: StaffMember[]
  /** Who looks: nobody changes themselves. */
  self: number
  zone: string
  done: string | null
  answer: PeopleAnswer | undefined
}

const ROLES = [
  { id: 1, name: 'Admin', may: 'everything, and who may do what' },
  { id: 2, name: 'Staff', may: 'sells, refunds up to a limit, writes the catalogue' },
  { id: 3, name: 'Pilot', may: 'reads their own flights' },
] as const
const DONE: Readonly<Record<string, string>> = {
  invited: 'The invitation is in the mail.',
  changed: 'The roles are changed.',
  suspended: 'They are logged out everywhere and cannot log in.',
  restored: 'They may log in again.',
  reset: 'The app is taken away, and a mail tells them. They set up another one when they sign in.',
}

/** Who works here and what they may do. */
export function PeoplePage({ members, self, zone, done, answer }: PeoplePageProps) {
  const problems = answer?.problems ?? {}
  return (
    <div className="wrap desk">
      {Object.keys(problems).length === 0 ? null : (
        <ErrorSummary items={Object.entries(problems).map(([name, text]) => ({ text, target: name }))} />
      )}
      <Failure text={answer?.failure} />
      <StaffPageTitle href="/staff/office" above="Office">
        Staff and roles
      </StaffPageTitle>
      {done !== null && answer === undefined && DONE[done] !== undefined ? (
        <Success>{DONE[done]}</Success>
      ) : null}
      <ul className="desk-people">
        {members.map((member) => (
          <Member key={member.id} member={member} self={member.id === self} zone={zone} />
        ))}
      </ul>
      <Invite answer={answer?.typed.email || Object.keys(problems).length > 0 ? answer : undefined} />
    </div>
  )
}

function Member({ member, self, zone }: { member: StaffMember; self: boolean; zone: string }) {
  const {
    id,
    email,
    joined,
    second_factor: app,
    suspended_at: suspended,
    last_seen_at: seen,
    api_keys: keys,
  } = member
  const asleep = suspended !== null || !member.role_ids.includes(1)
  const name = getCustomerName(member)
  const roles = ROLES.filter((role) => member.role_ids.includes(role.id)).map((role) => role.name)
  return (
    <li className="card">
      <div className="desk-head">
        <div>
          <h2>{name}</h2>
          <p className="sm muted">{[email, roles.join(', ')].join(' · ')}</p>
        </div>
        <p>
          {suspended === null ? null : <span className="chip bad">Suspended</span>}{' '}
          {joined ? null : <span className="chip warn">Invited</span>}{' '}
          {joined && !app ? <span className="chip warn">No app yet</span> : null}{' '}
          {joined && app && suspended === null ? <span className="chip good">Active</span> : null}
        </p>
      </div>
      <p className="sm muted">
        {seen === null ? 'Never logged in.' : `Last seen ${formatDateTime(seen, zone)}.`}
      </p>
      {self ? <p className="sm">That is you. Another admin changes what you may do.</p> : null}
      {self ? null : (
        <>
          <details className="disc">
            <summary>
              Change roles<span className="vh"> of {name}</span>
            </summary>
            <form method="post" className="form row-form">
              <input type="hidden" name="id" value={id} />
              <RoleTicks id={`roles-${String(id)}`} ticked={member.role_ids} error={undefined} />
              <button type="submit" className="btn small" name="intent" value="roles">
                Save roles<span className="vh"> of {name}</span>
              </button>
            </form>
          </details>
          {keys === 0 ? null : <p className="sm">{keysText(keys, asleep)}</p>}
          <form method="post" className="desk-inline">
            <input type="hidden" name="id" value={id} />
            {suspended === null ? (
              <Act intent="suspend" text="Suspend" about={name} />
            ) : (
              <Act intent="restore" text="Restore" about={name} />
            )}
            {app ? <Act intent="reset" text="Take the lost app away" about={name} /> : null}
          </form>
        </>
      )}
    </li>
  )
}

/** Keys are as good as who made them. */
function keysText(keys: number, asleep: boolean): string {
  const made =
    keys === 1
      ? 'Made one key of another system: it opens'
      : `Made ${String(keys)} keys of other systems: they open`
  return asleep ? `${made} nothing for now.` : `${made} nothing while they are suspended or no admin.`
}

const Act = ({ intent, text, about }: { intent: string; text: string; about: string }) => (
  <button
    type="submit"
    className="btn second small"
    name="intent"
    value={intent}
    aria-label={`${text}: ${about}`}
  >
    {text}
  </button>
)

function RoleTicks({
  id,
  ticked,
  error,
}: {
  id: string
  ticked: readonly number[]
  error: string | undefined
}) {
  return (
    <FieldGroup id={id} label="Roles" error={error}>
      {ROLES.map((role) => (
        <label key={role.id}>
          <input type="checkbox" name="role" value={role.id} defaultChecked={ticked.includes(role.id)} />
          <span>
            {role.name} <small className="muted">{role.may}</small>
          </span>
        </label>
      ))}
    </FieldGroup>
  )
}

function Invite({ answer }: { answer: PeopleAnswer | undefined }) {
  const problems = answer?.problems ?? {}
  const typed = answer?.typed
  return (
    <FoldedForm
      title="Invite somebody"
      open={answer !== undefined}
      button={{ text: 'Send the invitation', intent: 'invite' }}
    >
      <Field
        id="email"
        name="email"
        type="email"
        label="E-mail"
        need="required"
        hint="A link goes there: it sets a password, and leads to the app. Again, it is mailed again."
        autoComplete="off"
        error={problems['email']}
        defaultValue={typed?.email}
        maxLength={254}
      />
      <div className="desk-pair">
        <Field
          id="first_name"
          name="first_name"
          label="First name"
          need="optional"
          error={problems['first_name']}
          defaultValue={typed?.first_name}
          maxLength={80}
          autoComplete="off"
        />
        <Field
          id="last_name"
          name="last_name"
          label="Last name"
          need="optional"
          error={problems['last_name']}
          defaultValue={typed?.last_name}
          maxLength={80}
          autoComplete="off"
        />
      </div>
      <RoleTicks id="role_ids" ticked={typed?.roles ?? [2]} error={problems['role_ids']} />
    </FoldedForm>
  )
}
