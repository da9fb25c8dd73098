import { WordmarkText } from '../page/wordmark.tsx'
import { type StaffSection } from '../page/page-handle.ts'

const PLACES: readonly { place: StaffSection; to: string; text: string }[] = [
  { place: 'today', to: '/staff', text: 'Today' },
  { place: 'flights', to: '/staff/flights', text: 'Flights' },
  { place: 'sell', to: '/staff/sell', text: 'Sell' },
  { place: 'orders', to: '/staff/orders', text: 'Orders' },
  { place: 'customers', to: '/staff/customers', text: 'Customers' },
  { place: 'catalogue', to: '/staff/catalogue', text: 'Catalogue' },
  { place: 'reports', to: '/staff/reports', text: 'Reports' },
  { place: 'office', to: '/staff/office', text: 'Office' },
]

/** A pilot sees only the own flights. */
const PILOT_PLACES: typeof PLACES = [{ place: 'pilot', to: '/staff/flights', text: 'Your flights' }]

/** The header of the staff area. Before the second factor was entered it has no links. */
export function StaffHeader({ name, place }: { name: string; place: StaffSection }) {
  return (
    <header className="desk-top">
      <div className="wrap site-in">
        <a className="wordmark" href={place === 'pilot' ? '/staff/flights' : '/staff'}>
          <WordmarkText name={name} />
        </a>
        {place === 'sign-in' ? null : (
          <nav aria-label="Desk">
            <ul>
              {(place === 'pilot' ? PILOT_PLACES : PLACES).map(({ place: there, to, text }) => (
                <li key={to}>
                  <a href={to} aria-current={there === place ? 'page' : undefined}>
                    {text}
                  </a>
                </li>
              ))}
              <li>
                <a href="/account">Account</a>
              </li>
            </ul>
          </nav>
        )}
      </div>
    </header>
  )
}
