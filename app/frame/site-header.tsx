import { telHref } from '../visit/shell-data.ts'
import { Wordmark } from '../page/wordmark.tsx'

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

/**
 * The shop's header: a row of links on wide screens, a menu that opens without a script on phones.
 */
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

/** The header of the checkout: no links that lead away, and a phone number. */
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

interface OwnHeaderProps {
  name: string
  phone: string
  overArt: boolean
}

/** The header of campaigns: the other offers, and a phone number. */
export function CampaignHeader({ name, phone, overArt }: OwnHeaderProps) {
  return (
    <header className={overArt ? 'site over' : 'site ruled'}>
      <div className="wrap site-in">
        <Wordmark name={name} />
        <nav aria-label="Offers">
          <ul>
            <li className="bar-only">
              <a href={telHref(phone)}>{phone}</a>
            </li>
            <li>
              <a href="/campaigns">All offers</a>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  )
}

/** The header of landing pages, which sell one flight: the link to book it and the link home. */
export function LandingHeader({
  name,
  phone,
  overArt,
  way,
}: OwnHeaderProps & { way: { href: string; text: string } }) {
  return (
    <header className={overArt ? 'site over' : 'site ruled'}>
      <div className="wrap site-in">
        <Wordmark name={name} />
        <nav aria-label="Book">
          <ul>
            <li className="bar-only">
              <a href={telHref(phone)}>{phone}</a>
            </li>
            <li>
              <a className="btn small" href={way.href}>
                {way.text}
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  )
}
