import { Link } from '@remix-run/react'
import { type ProductAvailability } from '#contract/enums.ts'
import { telHref } from '../visit/shell-data.ts'

type State = ProductAvailability | 'no_departures'

const SAID: Record<State, { title: string; text: string }> = {
  available: { title: 'Choose your day', text: 'Every day with a flight is in the calendar.' },
  sold_out: {
    title: 'Sold out',
    text: 'Every seat on sale is taken. Call us: now and then one comes back.',
  },
  coming_soon: {
    title: 'Coming soon',
    text: 'Not on sale yet. Write to us and we tell you on the day it is.',
  },
  paused: { title: 'Paused', text: 'We are not flying this one at the moment. It will be back.' },
  no_departures: {
    title: 'No departures just now',
    text: 'Nothing is open for the coming days. The calendar shows what comes after.',
  },
}

interface NoDeparturesProps {
  state: State
  phone: string
  email: string
  /** Undefined if there is nothing to choose. */
  checkoutHref: string | undefined
}

/** Replaces the list of departures when it is empty. */
export function NoDepartures({ state, phone, email, checkoutHref }: NoDeparturesProps) {
  const { title, text } = SAID[state]
  return (
    <div className="summary">
      <div className="summary-in stack flow-4">
        <h2 id="book-title" className="h-s">
          {title}
        </h2>
        <p className="muted">{text}</p>
        {checkoutHref ? (
          <Link className="btn full" to={checkoutHref}>
            See all dates
          </Link>
        ) : (
          <>
            <p>
              <a className="link-btn" href={telHref(phone)}>
                {phone}
              </a>
              <br />
              <a className="link-btn" href={`mailto:${email}`}>
                {email}
              </a>
            </p>
            <Link className="btn second full" to="/product">
              See all flights
            </Link>
          </>
        )}
      </div>
    </div>
  )
}
