import { type ReactNode } from 'react'
import { formatCount } from '../parts/count-noun.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { countFigure } from '../parts/list-count.ts'
import { StaffState, type StateWords } from '../parts/staff-state.tsx'
import { type Office } from './load-office.server.ts'

/** The parts of the office, each with its state. */
export function OfficePage(office: Office) {
  const { admin, zone, mails, texts, content, approvals, backups, diskFull, jobs, promises } = office
  const { lastChange } = office
  return (
    <div className="wrap desk">
      <div>
        <h1>Office</h1>
        <p className="muted">What runs by itself, what waits for somebody, and who may do what.</p>
      </div>
      {diskFull ? (
        <p className="alert bad" role="alert">
          A disk is full: nothing can be sold, changed or mailed until there is room. Nothing is lost or half
          done. Whoever runs the shop makes room; it then goes on by itself.
        </p>
      ) : null}
      <Places label="What runs and what waits">
        <Place href="/staff/mails" name="Mails" state={sendingState(mails)}>
          {mails.oldest === null ? (
            'What was mailed, and what did not arrive.'
          ) : (
            <>
              The oldest that waits is from <DateTimeCell at={mails.oldest} zone={zone} />.
            </>
          )}
        </Place>
        <Place href="/staff/texts" name="Texts" state={sendingState(texts)}>
          What was texted to phones, and what did not arrive.
        </Place>
        <Place href="/staff/care" name="Care">
          What the shop writes by itself before and after a flight, and what guests answer.
        </Place>
        <Place href="/staff/content" name="Content" state={contentState(content)}>
          The waiver, questions, pages and terms, and the shop’s own words in its mails.
        </Place>
        <Place
          href="/staff/approvals"
          name="Approvals"
          state={
            approvals === 0
              ? { text: 'None waits', shape: 'ok' }
              : { text: `${countFigure(approvals)} waiting`, shape: 'late' }
          }
        >
          Acts above a limit, which a second person approves.
        </Place>
        <Place href="/staff/jobs" name="Jobs" state={jobsState(jobs.failed)}>
          What runs by itself, and what failed.
        </Place>
        <Place href="/staff/promises" name="Promises" state={CHECKED[promises.state]}>
          {promises.headline}
          {promises.at === null ? null : (
            <>
              {' '}
              Counted <DateTimeCell at={promises.at} zone={zone} />.
            </>
          )}
        </Place>
        <BackupsPlace backups={backups} zone={zone} />
        <Place href="/staff/agents" name="Agents">
          Who sells for the shop, what they sold, and their commission.
        </Place>
        <Place href="/staff/members-prices" name="Members’ prices not paid">
          Orders at the members’ price whose membership nobody paid.
        </Place>
      </Places>
      {admin ? (
        <Places label="Who may do what">
          <Place href="/staff/people" name="Staff and roles">
            Who works here, and what they may do.
          </Place>
          <Place href="/staff/audit" name="Who changed what">
            {lastChange === null ? (
              'Nothing was changed yet.'
            ) : (
              <>
                Last change <DateTimeCell at={lastChange} zone={zone} />.
              </>
            )}
          </Place>
          <Place href="/staff/integrations" name="Integrations">
            Addresses that are told what happens, and keys of other systems.
          </Place>
        </Places>
      ) : null}
    </div>
  )
}

const CHECKED: Readonly<Record<Office['promises']['state'], StateWords>> = {
  kept: { text: 'All kept', shape: 'ok' },
  broken: { text: 'Not kept', shape: 'bad' },
  unchecked: { text: 'Not all checked', shape: 'late' },
  uncounted: { text: 'Not counted', shape: 'none' },
}

function jobsState(failed: number | null): StateWords | undefined {
  if (failed === null) return undefined
  return failed === 0
    ? { text: 'None failed', shape: 'ok' }
    : { text: `${String(failed)} failed`, shape: 'bad' }
}

/** What could not become public comes before what waits for its time. */
function contentState({ missed, planned }: Office['content']): StateWords | undefined {
  if (missed > 0) return { text: `${countFigure(missed)} not published`, shape: 'bad' }
  return planned > 0
    ? { text: formatCount(planned, 'waits for its time', 'wait for their time'), shape: 'few' }
    : undefined
}

/** What did not arrive comes before what waits. */
function sendingState({ failed, queued }: { failed: number; queued: number }): StateWords {
  if (failed > 0) return { text: `${countFigure(failed)} given up`, shape: 'bad' }
  if (queued === 0) return { text: 'None waits', shape: 'ok' }
  return { text: formatCount(queued, 'waits', 'wait'), shape: 'late' }
}

function Places({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="desk-part" aria-label={label}>
      <h2>{label}</h2>
      <ul className="rows">{children}</ul>
    </section>
  )
}

/** It has no page of its own: what it says is all there is. */
function BackupsPlace({ backups, zone }: Pick<Office, 'backups' | 'zone'>) {
  const { state, newest, tried, wrong, todo } = backups
  return (
    <li>
      <h3>Backups</h3>
      <p className="muted">
        {newest === null ? (
          'No backup has been read yet.'
        ) : (
          <>
            The newest is from <DateTimeCell at={newest.at} zone={zone} />: {newest.about}.
          </>
        )}{' '}
        {tried === null ? (
          'None was restored as a trial.'
        ) : (
          <>
            Last restored as a trial <DateTimeCell at={tried} zone={zone} />.
          </>
        )}
        {wrong === null ? null : (
          <>
            {' '}
            <strong>{wrong}</strong>
          </>
        )}
        {todo === null ? null : ` ${todo}`}
      </p>
      <p className="do">
        <StaffState shape={state.shape}>{state.text}</StaffState>
      </p>
    </li>
  )
}

interface PlaceProps {
  href: string
  name: string
  state?: StateWords | undefined
  children: ReactNode
}

function Place({ href, name, state, children }: PlaceProps) {
  return (
    <li>
      <h3>
        <a href={href}>{name}</a>
      </h3>
      <p className="muted">{children}</p>
      <p className="do">{state ? <StaffState shape={state.shape}>{state.text}</StaffState> : null}</p>
    </li>
  )
}
