import { type ComponentProps } from 'react'
import { type StaffMember } from '#contract/staff-member.ts'
import { FieldGroup } from '../../ui/field-group.tsx'
import { FormErrors, optionProps, TextField } from '../../ui/form/fields.tsx'
import { type ShopField, type ShopForm, useShopForm } from '../../ui/form/use-shop-form.ts'
import { Failure, Success } from '../../ui/notice.tsx'
import { formatDateTime } from '../../format/date-time.ts'
import { type PeopleAnswer } from './handle-people.server.ts'
import { INVITE_SHAPE } from './invite-form.ts'
import { getCustomerName } from '../parts/customer-name.ts'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { FoldedForm } from '../parts/folded-form.tsx'

interface PeoplePageProps {
  members: StaffMember[]
  /** The caller's id; nobody can change their own roles. */
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

/** The members of staff and their roles. */
export function PeoplePage({ members, self, zone, done, answer }: PeoplePageProps) {
  const invitation = useShopForm(INVITE_SHAPE, answer?.invitation, { role_ids: [2] })
  return (
    <div className="wrap desk">
      <FormErrors form={invitation} />
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
      <Invite form={invitation} open={answer?.invitation !== undefined} />
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
              <FieldGroup id={`roles-${String(id)}`} label="Roles" error={undefined}>
                {ROLES.map((role) => (
                  <RoleTick
                    key={role.id}
                    role={role}
                    name="role_ids"
                    defaultChecked={member.role_ids.includes(role.id)}
                  />
                ))}
              </FieldGroup>
              <button type="submit" className="btn small" name="intent" value="roles">
                Save roles<span className="vh"> of {name}</span>
              </button>
            </form>
          </details>
          {keys === 0 ? null : <p className="sm">{keysText(keys, asleep)}</p>}
          <form method="post" className="desk-inline">
            <input type="hidden" name="id" value={id} />
            {suspended === null ? (
              <StaffActionButton intent="suspend" text="Suspend" about={name} />
            ) : (
              <StaffActionButton intent="restore" text="Restore" about={name} />
            )}
            {app ? <StaffActionButton intent="reset" text="Take the lost app away" about={name} /> : null}
          </form>
        </>
      )}
    </li>
  )
}

/** Says what the API keys open that a person made: nothing while that person is suspended. */
function keysText(keys: number, asleep: boolean): string {
  const made =
    keys === 1
      ? 'Made one key of another system: it opens'
      : `Made ${String(keys)} keys of other systems: they open`
  return asleep ? `${made} nothing for now.` : `${made} nothing while they are suspended or no admin.`
}

const StaffActionButton = ({ intent, text, about }: { intent: string; text: string; about: string }) => (
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

interface RoleTickProps extends Omit<ComponentProps<'input'>, 'role'> {
  role: (typeof ROLES)[number]
}

const RoleTick = ({ role, ...input }: RoleTickProps) => (
  <label>
    <input type="checkbox" value={role.id} {...input} />
    <span>
      {role.name} <small className="muted">{role.may}</small>
    </span>
  </label>
)

const RoleTicks = ({ field }: { field: ShopField }) => (
  <FieldGroup id={field.id} label={field.label} error={field.error}>
    {ROLES.map((role, at) => (
      <RoleTick role={role} {...optionProps(field, 'checkbox', String(role.id), at)} key={role.id} />
    ))}
  </FieldGroup>
)

interface InviteProps {
  form: ShopForm<keyof typeof INVITE_SHAPE.labels>
  open: boolean
}

function Invite({ form, open }: InviteProps) {
  const { email, first_name, last_name, role_ids } = form.fields
  return (
    <FoldedForm
      title="Invite somebody"
      form={form}
      open={open}
      button={{ text: 'Send the invitation', intent: 'invite' }}
    >
      <TextField
        field={email}
        type="email"
        need="required"
        hint="A link goes there: it sets a password, and leads to the app. Again, it is mailed again."
        autoComplete="off"
        maxLength={254}
      />
      <div className="desk-pair">
        <TextField field={first_name} need="optional" maxLength={80} autoComplete="off" />
        <TextField field={last_name} need="optional" maxLength={80} autoComplete="off" />
      </div>
      <RoleTicks field={role_ids} />
    </FoldedForm>
  )
}
