import { formatDateTime } from '../../format/date-time.ts'
import { countFigure } from '../parts/list-count.ts'
import { type Office } from './load-office.server.ts'

/** The parts of the office, each with its status. */
export function OfficePage({ admin, zone, mails, approvals, promises, lastChange }: Office) {
  return (
    <div className="wrap desk">
      <h1>Office</h1>
      <ul className="desk-kinds">
        <li>
          <a href="/staff/mails">Mails</a>
          <p className="sm muted">{mailsText(mails, zone)}</p>
        </li>
        <li>
          <a href="/staff/approvals">Approvals</a>
          <p className="sm muted">
            {approvals === 0 ? 'Nothing waits for a second person.' : `${countFigure(approvals)} waiting.`}
          </p>
        </li>
        <li>
          <a href="/staff/texts">Texts</a>
          <p className="sm muted">What was texted to phones, and what did not arrive.</p>
        </li>
        <li>
          <a href="/staff/promises">Promises</a>
          <p className="sm muted">
            {promises.headline}
            {promises.at === null ? '' : ` Counted ${formatDateTime(promises.at, zone)}.`}
          </p>
        </li>
        <li>
          <a href="/staff/jobs">Jobs</a>
          <p className="sm muted">What runs by itself, and what failed.</p>
        </li>
        <li>
          <a href="/staff/members-prices">Members’ prices not paid</a>
          <p className="sm muted">Orders at the members’ price whose membership nobody paid.</p>
        </li>
        {admin ? (
          <>
            <li>
              <a href="/staff/audit">Who changed what</a>
              <p className="sm muted">
                {lastChange === null
                  ? 'Nothing was changed yet.'
                  : `Last change ${formatDateTime(lastChange, zone)}.`}
              </p>
            </li>
            <li>
              <a href="/staff/people">Staff and roles</a>
              <p className="sm muted">Who works here, and what they may do.</p>
            </li>
            <li>
              <a href="/staff/integrations">Integrations</a>
              <p className="sm muted">Addresses that are told what happens, and keys of other systems.</p>
            </li>
          </>
        ) : null}
      </ul>
    </div>
  )
}

function mailsText({ failed, queued, oldest }: Office['mails'], zone: string): string {
  const givenUp = failed === 0 ? 'None given up' : `${countFigure(failed)} given up`
  if (queued === 0) return `${givenUp}, none waiting.`
  const since = oldest === null ? '' : `, the oldest since ${formatDateTime(oldest, zone)}`
  return `${givenUp}, ${countFigure(queued)} waiting${since}.`
}
