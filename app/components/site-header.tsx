import { telHref } from './shell-data.ts'
import { Wordmark } from './wordmark.tsx'

const LINKS = [
  { to: '/product', text: 'Flights' },
  { to: '/gift', text: 'Give a flight' },
  { to: '/#questions', text: 'Questions' },
  { to: '/checkout', text: 'Book' },
  { to: '/account', text: 'Account' },
]

function NavList() {
  return (
    <ul>
      {LINKS.map(({ to, text }) => (
        <li key={to}>
          <a href={to}>{text}</a>
        </li>
      ))}
    </ul>
  )
}

/** The shop's header: a row of links on wide screens, a menu that opens without a script on phones. */
export function SiteHeader({ name, overArt }: { name: string; overArt: boolean }) {
  return (
    <header className={overArt ? 'site over' : 'site ruled'}>
      <div className="wrap site-in">
        <Wordmark name={name} />
        <nav className="bar-only" aria-label="Main">
          <NavList />
        </nav>
        <details className="menu">
          <summary>
            <span className="is-shut">Menu</span>
            <span className="is-open">Close</span>
          </summary>
          <NavList />
        </details>
      </div>
    </header>
  )
}

/** Checkout: nothing to wander off to, a person to call. */
export function SlimHeader({ name, phone }: { name: string; phone: string }) {
  return (
    <header className="site ruled small">
      <div className="wrap site-in">
        <Wordmark name={name} />
        <a className="phone" href={telHref(phone)}>
          <span className="vh">Call us: </span>
          {phone}
        </a>
      </div>
    </header>
  )
}
