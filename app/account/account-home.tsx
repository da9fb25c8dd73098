import { type ReactNode } from 'react'
import { type Account } from '#contract/people.ts'
import { AccountNav } from './account-nav.tsx'
import { displayName } from '../format/display-name.ts'

export interface AccountHomeProps {
  user: Account
  /** Derived from the names of the roles: decides what is shown, never what is allowed. */
  badge: 'Admin' | 'Staff' | 'Pilot' | 'Agent' | undefined
  /** The first page of their work; undefined for customers. */
  staffPages: { href: string; text: string } | undefined
  /** The newest orders. */
  children: ReactNode
  notice: string | undefined
  failure: string | undefined
}

/** The overview of an account: its owner, their newest orders, and the button to log out. */
export function AccountHome({ user, badge, staffPages, children, notice, failure }: AccountHomeProps) {
  return (
    <div className="wrap section account-home">
      <AccountNav current="overview" />
      <Notices notice={notice} failure={failure} />
      <div className="account-head">
        <div>
          <p className="eyebrow">Your account</p>
          <h1>{displayName(user)}</h1>
          {badge ? <span className="chip info">{badge}</span> : null}
        </div>
        <form method="post" action="/account/logout" className="btn-row">
          {staffPages ? (
            <a className="btn" href={staffPages.href}>
              {staffPages.text}
            </a>
          ) : null}
          <button type="submit" className="btn second">
            Log out
          </button>
        </form>
      </div>
      <div className="with-rail">
        <section aria-labelledby="orders">
          <h2 id="orders">Your orders</h2>
          {children}
        </section>
        <Details user={user} />
      </div>
    </div>
  )
}

function Notices({ notice, failure }: Pick<AccountHomeProps, 'notice' | 'failure'>) {
  if (failure) {
    return (
      <p className="alert bad mb6" role="alert" tabIndex={-1}>
        {failure}
      </p>
    )
  }
  if (!notice) return null
  return (
    <p className="alert good mb6" role="status">
      {notice}
    </p>
  )
}

function Details({ user }: { user: Account }) {
  return (
    <aside className="rail card details" aria-labelledby="details">
      <h2 id="details">Your details</h2>
      <dl>
        <dt>Email</dt>
        <dd>
          {user.email}
          <br />
          {user.email_proven ? <span className="chip good">Confirmed</span> : null}
          {user.email_proven === false ? <span className="chip warn">Not confirmed yet</span> : null}
        </dd>
        <dt>Phone</dt>
        <dd>{user.phone ?? <span className="subtle">None given</span>}</dd>
      </dl>
      {user.email_proven === false ? <UnconfirmedEmailNotice /> : null}
    </aside>
  )
}

function UnconfirmedEmailNotice() {
  return (
    <form method="post" action="/account#main" className="unproven">
      <p className="muted">
        We sent you a link. Open it, and flights you booked as a guest with this address appear here.
      </p>
      <button type="submit" className="btn second small" name="intent" value="prove">
        Send the link again
      </button>
    </form>
  )
}
