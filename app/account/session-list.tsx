import { type AccountSession } from '#contract/account.ts'
import { formatDateTime } from '../format/date-time.ts'

interface SessionListProps {
  sessions: AccountSession[] | undefined
  zone: string
}

/** The sessions of the account, which can be ended one by one or all at once. */
export function SessionList({ sessions, zone }: SessionListProps) {
  return (
    <section className="details-part" aria-labelledby="sessions-title" id="sessions">
      <div>
        <h2 id="sessions-title">Where you are logged in</h2>
        <p className="muted">Something you do not know? Log it out, and change your password.</p>
      </div>
      <div>
        {sessions ? <Rows sessions={sessions} zone={zone} /> : <p>The list cannot be shown just now.</p>}
        <form method="post" action="/account/details" className="mt5">
          <button type="submit" className="btn second" name="intent" value="everywhere">
            Log out everywhere
          </button>
        </form>
      </div>
    </section>
  )
}

function Rows({ sessions, zone }: { sessions: AccountSession[]; zone: string }) {
  const formatInstant = (instant: string) => formatDateTime(instant, zone)
  return (
    <ul className="card-rows">
      {sessions.map(({ id, device, created_at: since, last_seen_at: seen, current }) => (
        <li key={id}>
          <div>
            <h3>
              {device ?? 'A device we do not know'}
              {current ? <span className="chip good">This one</span> : null}
            </h3>
            <p className="subtle sm">
              Since {formatInstant(since)}
              {seen === since ? null : `, last used ${formatInstant(seen)}`}
            </p>
          </div>
          {current ? null : (
            <form method="post" action="/account/details">
              <input type="hidden" name="session" value={id} />
              <button type="submit" className="btn second small" name="intent" value="session">
                Log out<span className="vh"> {device ?? 'the device we do not know'}</span>
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  )
}
