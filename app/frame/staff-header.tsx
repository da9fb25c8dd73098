import { useLocation } from '@remix-run/react'
import connectionScript from '../enhancers/connection.js?url'
import keysScript from '../enhancers/keys.js?url'
import { WordmarkText } from '../page/wordmark.tsx'
import { usePerson } from '../page/person.ts'
import { type StaffSection } from '../page/page-handle.ts'
import { OWN_PLACES, STAFF_PLACES } from '../staff/parts/places.ts'

interface StaffFrameProps {
  name: string
  place: StaffSection
}

/** The page of somebody who has only pages of their own. */
const isOwn = (place: StaffSection) => place === 'pilot' || place === 'agent'

/**
 * The header of the staff area; on phones its places are a bar at the bottom of the screen. Before
 * the second factor was entered it has no links.
 */
export function StaffHeader({ name, place }: StaffFrameProps) {
  const isStaff = !isOwn(place) && place !== 'sign-in'
  return (
    <>
      <DeskBar name={name} place={place} isStaff={isStaff} />
      <ConnectionWatch />
    </>
  )
}

/** Says when the connection is gone. */
const ConnectionWatch = () => <template data-script={connectionScript} data-offline={OFFLINE} />

const OFFLINE = 'No connection. What you see may be old. Nothing is sent, and what you type stays here.'

function DeskBar({ name, place, isStaff }: StaffFrameProps & { isStaff: boolean }) {
  const person = usePerson()
  return (
    <header className="desk-bar" data-script={isStaff ? keysScript : undefined}>
      <div className={isStaff ? 'wrap has-find' : 'wrap'}>
        <a className="wordmark" href={isOwn(place) ? `/${place}` : '/staff'}>
          <WordmarkText name={name} />
        </a>
        {place === 'sign-in' ? null : <BarPlaces place={place} />}
        {isStaff ? <FindForm /> : null}
        {place === 'sign-in' ? null : (
          <a className="who" href="/account">
            {person === undefined ? null : <span className="name">{person} </span>}
            <span className={person === undefined ? undefined : 'vh'}>Account</span>
          </a>
        )}
      </div>
    </header>
  )
}

function BarPlaces({ place }: { place: StaffSection }) {
  const places = OWN_PLACES[place] ?? STAFF_PLACES
  return (
    <nav aria-label="Desk">
      <ul>
        {places.map(({ section, href, text, bar }) =>
          bar === undefined ? null : (
            <li key={href} className={bar === 'wide' ? 'rest' : undefined}>
              <a href={href} aria-current={section === place ? 'page' : undefined}>
                {text}
              </a>
            </li>
          ),
        )}
        {isOwn(place) ? null : (
          <li className="more">
            <a href="#places">More</a>
          </li>
        )}
      </ul>
    </nav>
  )
}

/**
 * Finds what a caller says, from any page. It posts, so that a code does not get into an address;
 * words of an address stay in the field.
 */
function FindForm() {
  const { pathname, search } = useLocation()
  const words = pathname === '/staff/search' ? new URLSearchParams(search).get('q') : null
  return (
    <form method="post" className="bar-find" role="search" action="/staff/search" aria-label="The desk">
      <label className="vh" htmlFor="find">
        Search by order, name, phone or code
      </label>
      <input
        id="find"
        name="q"
        type="search"
        placeholder="Order, name, phone, code"
        defaultValue={words ?? undefined}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts="/"
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  )
}

/** All places of the staff area, which phones reach by "More". */
export function StaffFooter({ place }: Pick<StaffFrameProps, 'place'>) {
  if (place === 'sign-in' || isOwn(place)) return null
  return (
    <footer className="desk-foot">
      <div className="wrap">
        <nav id="places" aria-label="All places" tabIndex={-1}>
          <ul>
            {STAFF_PLACES.map(({ href, text, letter }) => (
              <li key={href}>
                <a href={href} data-letter={letter}>
                  {text}
                  {href === '/staff/keys' ? <kbd aria-hidden="true">?</kbd> : null}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
