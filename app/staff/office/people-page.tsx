import { type ComponentProps } from 'react'
import { type StaffMember } from '#contract/staff-member.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { FieldGroup } from '../../ui/field-group.tsx'
import { FormErrors, optionProps, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { answeredShape, rowShape } from '../../ui/form/row-shape.ts'
import { plainForm, type PlainForm, type ShopField } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { type PeopleAnswer } from './handle-people.server.ts'
import { INVITE_SHAPE, LIMIT_SHAPE } from './invite-form.ts'
import { getCustomerName } from '../parts/customer-name.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { DoneBar } from '../parts/done-bar.tsx'
import { StaffState, type StateWords } from '../parts/staff-state.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { FoldedForm } from '../parts/folded-form.tsx'

interface PeoplePageProps {
  members: StaffMember[]
  /** The caller's id; nobody can change their own roles. */
  self: number
  zone: string
  /** What was just done, and to whom. */
  done: { what: string; id: number | null } | null
  answer: PeopleAnswer | undefined
}

const ROLES = [
  { id: 1, name: 'Admin', may: 'everything, and who may do what' },
  { id: 2, name: 'Staff', may: 'sells, refunds up to a limit, writes the catalogue' },
  { id: 3, name: 'Pilot', may: 'reads their own flights' },
  { id: 4, name: 'Agent', may: 'reads their own commission' },
] as const
const DONE: Readonly<Record<string, (name: string) => string>> = {
  invited: () => 'The invitation is in the mail.',
  limited: (name) => `The limit of ${name} is changed.`,
  changed: (name) => `The roles of ${name} are changed.`,
  suspended: (name) => `${name} is logged out everywhere and cannot log in.`,
  restored: (name) => `${name} may log in again.`,
  reset: (name) =>
    `The app of ${name} is taken away, and a mail says so. The next sign-in sets up another one.`,
}

/** The members of staff and their roles. */
export function PeoplePage({ members, self, zone, done, answer }: PeoplePageProps) {
  const invitation = plainForm(INVITE_SHAPE, answer?.invitation, { role_ids: [2] })
  return (
    <div className="wrap desk">
      <FormErrors form={invitation} />
      <FormErrors form={plainForm(answeredShape(LIMIT_SHAPE, answer?.limit), answer?.limit)} />
      <Failure text={answer?.failure} />
      <StaffPageTitle href="/staff/office" above="Office" about={describeMembers(members)}>
        Staff and roles
      </StaffPageTitle>
      {answer === undefined ? <Done done={done} members={members} /> : null}
      <ul className="rows">
        {members.map((member) => (
          <Member key={member.id} {...{ member, zone }} self={member.id === self} limit={answer?.limit} />
        ))}
      </ul>
      <Invite form={invitation} open={answer?.invitation !== undefined} />
    </div>
  )
}

/** `9 people work here. 7 have not set up the app yet.` */
function describeMembers(members: StaffMember[]): string {
  const without = members.filter((one) => one.suspended_at === null && !one.second_factor).length
  const all = members.length === 1 ? 'One person works here.' : `${String(members.length)} people work here.`
  if (without === 0) return `${all} Everybody signs in with the app.`
  return `${all} ${String(without)} ${without === 1 ? 'has' : 'have'} not set up the app yet.`
}

/** What was just done; a suspension can be taken back. */
function Done({ done, members }: Pick<PeoplePageProps, 'done' | 'members'>) {
  const describe = done === null ? undefined : DONE[done.what]
  if (done === null || describe === undefined) return null
  const member = members.find(({ id }) => id === done.id)
  const canUndo = done.what === 'suspended' && member !== undefined && member.suspended_at !== null
  return (
    <DoneBar text={describe(member ? getCustomerName(member) : 'this person')}>
      {canUndo ? (
        <form method="post">
          <input type="hidden" name="id" value={member.id} />
          <button type="submit" className="btn second small" name="intent" value="restore">
            Undo
          </button>
        </form>
      ) : null}
    </DoneBar>
  )
}

function getState({ suspended_at: suspended, joined, second_factor: app }: StaffMember): StateWords {
  if (suspended !== null) return { text: 'Suspended', shape: 'off' }
  if (!joined) return { text: 'Invited', shape: 'none' }
  return app ? { text: 'Active', shape: 'ok' } : { text: 'No app yet', shape: 'late' }
}

interface MemberProps {
  member: StaffMember
  self: boolean
  zone: string
  /** The refused limit of whomever it was typed for. */
  limit: FormAnswer | undefined
}

function Member({ member, self, zone, limit }: MemberProps) {
  const { email, last_seen_at: seen, api_keys: keys } = member
  const roles = ROLES.filter((role) => member.role_ids.includes(role.id)).map((role) => role.name)
  const state = getState(member)
  const asleep = member.suspended_at !== null || !member.role_ids.includes(1)
  return (
    <li>
      <div>
        <h2>{getCustomerName(member)}</h2>
        <p className="sm muted">{[email, roles.join(', ')].join(' · ')}</p>
      </div>
      <div>
        <p>
          <StaffState shape={state.shape}>{state.text}</StaffState>
        </p>
        <p className="sm muted">
          {seen === null ? (
            'Never logged in.'
          ) : (
            <>
              Last seen <DateTimeCell at={seen} zone={zone} />.
            </>
          )}
        </p>
        {self ? <p className="sm">That is you. Another admin changes what you may do.</p> : null}
        {self || keys === 0 ? null : <p className="sm">{keysText(keys, asleep)}</p>}
        {self ? null : <RolesForm member={member} />}
        {self || !sells(member) ? null : <LimitForm member={member} answer={limit} />}
      </div>
      {self ? null : <MemberActs member={member} />}
    </li>
  )
}

function RolesForm({ member }: { member: StaffMember }) {
  const { id, role_ids: held } = member
  const name = getCustomerName(member)
  return (
    <details className="folds">
      <summary>
        Change roles<span className="vh"> of {name}</span>
      </summary>
      <form method="post" className="form row-form">
        <input type="hidden" name="id" value={id} />
        <FieldGroup id={`roles-${String(id)}`} label="Roles" error={undefined}>
          {ROLES.map((role) => (
            <RoleTick key={role.id} role={role} name="role_ids" defaultChecked={held.includes(role.id)} />
          ))}
        </FieldGroup>
        <button type="submit" className="btn small" name="intent" value="roles">
          Save roles<span className="vh"> of {name}</span>
        </button>
      </form>
    </details>
  )
}

/** Whoever gives money or credit has a limit; admins have none. */
const sells = ({ role_ids: roles }: StaffMember) => roles.includes(2) && !roles.includes(1)

function LimitForm({ member, answer }: { member: StaffMember; answer: FormAnswer | undefined }) {
  const { id, staff_limit: limit } = member
  const name = getCustomerName(member)
  const shape = rowShape(LIMIT_SHAPE, id)
  const form = plainForm(shape, answer, { staff_limit: limit === null ? '' : String(limit) })
  return (
    <details className="folds" open={answer?.form === shape.id}>
      <summary>
        {limit === null ? 'Limit of everybody' : `Gives at most ${formatDollars(limit)}`}
        <span className="vh">: {name}</span>
      </summary>
      <form method="post" className="form row-form" {...form.props}>
        <input type="hidden" name="id" value={id} />
        <TextField
          field={form.fields.staff_limit}
          inputMode="decimal"
          autoComplete="off"
          hint={
            'Refunds, credit and own prices of an order. What is above it waits for a second person. ' +
            'Empty: the limit of everybody.'
          }
        />
        <button type="submit" className="btn small" name="intent" value="limit">
          Save the limit<span className="vh"> of {name}</span>
        </button>
      </form>
    </details>
  )
}

function MemberActs({ member }: { member: StaffMember }) {
  const { id, suspended_at: suspended, second_factor: app } = member
  const name = getCustomerName(member)
  return (
    <form method="post" className="do">
      <input type="hidden" name="id" value={id} />
      {app ? <StaffActionButton intent="reset" text="Take the lost app away" about={name} /> : null}
      {suspended === null ? (
        <StaffActionButton intent="suspend" text="Suspend" about={name} />
      ) : (
        <StaffActionButton intent="restore" text="Restore" about={name} />
      )}
    </form>
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
  form: PlainForm<keyof typeof INVITE_SHAPE.labels>
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
