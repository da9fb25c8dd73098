import { NewsletterBox } from '../forms/newsletter-box.tsx'
import { type ShellData, telHref } from '../visit/shell-data.ts'
import { Wordmark } from '../page/wordmark.tsx'

const COLUMNS = [
  {
    title: 'Fly',
    links: [
      { to: '/product', text: 'All flights' },
      { to: '/search', text: 'Find a flight' },
      { to: '/campaigns', text: 'Offers' },
      { to: '/checkout', text: 'Book a flight' },
      { to: '/#next', text: 'Next to leave' },
      { to: '/rentals', text: 'Charter a helicopter' },
      { to: '/new-york-doors-off-helicopter', text: 'New York, doors off' },
      { to: '/new-jersey-doors-off-helicopter', text: 'New Jersey, doors off' },
      { to: '/get-new-perspective', text: 'A new perspective' },
      { to: '/peek-inside-flight', text: 'A peek inside' },
    ],
  },
  {
    title: 'Good to know',
    links: [
      { to: '/#day', text: 'How the day goes' },
      { to: '/faq', text: 'Questions and answers' },
      { to: '/promises', text: 'Our promises, counted' },
      { to: '/skyclub', text: 'SkyClub membership' },
      { to: '/account', text: 'Your account' },
      { to: '/survey', text: 'How was your flight?' },
    ],
  },
  {
    title: 'Give',
    links: [
      { to: '/gift', text: 'Give a flight' },
      { to: '/gift-finder', text: 'Find a gift' },
      { to: '/contest', text: 'Win something' },
      { to: '/buy-now-schedule-later', text: 'Buy Now, Schedule Later' },
      { to: '/redeem-voucher', text: 'Redeem a gift or voucher' },
    ],
  },
  {
    title: 'Who we are',
    links: [
      { to: '/about-us', text: 'About us' },
      { to: '/blog', text: 'Notes from the pad' },
      { to: '/video-testimonials', text: 'In their words' },
      { to: '/affiliates', text: 'Friends who send guests' },
      { to: '/press', text: 'Press' },
      { to: '/contact', text: 'Write to us' },
      { to: '/careers', text: 'Work with us' },
    ],
  },
]

/** The full footer with all links. */
export function SiteFooter({ brand, year, specOnly }: Pick<ShellData, 'brand' | 'year' | 'specOnly'>) {
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot-top">
          <div className="stack">
            <Wordmark name={brand.name} />
            <p className="foot-text">
              {brand.tagline} Call or write, seven days, 8 am to 8 pm ET.
              <br />
              <a className="phone" href={telHref(brand.phone)}>
                {brand.phone}
              </a>
              <br />
              <a href={`mailto:${brand.email}`}>{brand.email}</a>
            </p>
            {specOnly ? null : <NewsletterBox id="footer-news" button="ghost-light" />}
          </div>
          <nav className="foot-cols" aria-label="Footer">
            {COLUMNS.map(({ title, links }) => (
              <div key={title}>
                <h2>{title}</h2>
                <ul>
                  {links.map(({ to, text }) => (
                    <li key={to}>
                      <a href={to}>{text}</a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
        </div>
        <FooterEnd brand={brand} year={year} />
      </div>
    </footer>
  )
}

/** The last line alone, for pages with few links. */
export function SlimFooter({ brand, year }: Pick<ShellData, 'brand' | 'year'>) {
  return (
    <footer className="foot slim">
      <div className="wrap">
        <FooterEnd brand={brand} year={year} />
      </div>
    </footer>
  )
}

const AllOffers = () => (
  <>
    <a href="/campaigns">all offers</a> and <a href="/product">all flights</a>
  </>
)

/** The footer of campaigns: other offers, and a contact. */
export function CampaignFooter({ brand, year }: Pick<ShellData, 'brand' | 'year'>) {
  return (
    <footer className="foot slim">
      <div className="wrap">
        <p className="foot-line">
          Questions about this offer? Call <a href={telHref(brand.phone)}>{brand.phone}</a> or write to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>. Or see <AllOffers />.
        </p>
        <FooterEnd brand={brand} year={year} />
      </div>
    </footer>
  )
}

/** The footer of landing pages: a contact, and no other links. */
export function LandingFooter({ brand, year }: Pick<ShellData, 'brand' | 'year'>) {
  return (
    <footer className="foot slim">
      <div className="wrap">
        <p className="foot-line">
          Rather talk to somebody first? Call <a href={telHref(brand.phone)}>{brand.phone}</a>, seven days, 8
          am to 8 pm ET.
        </p>
        <FooterEnd brand={brand} year={year} />
      </div>
    </footer>
  )
}

function FooterEnd({ brand, year }: Pick<ShellData, 'brand' | 'year'>) {
  return (
    <div className="foot-end">
      <span>
        © {year} {brand.name}
      </span>
      <a href="/terms-conditions">Terms &amp; Conditions</a>
      <a href="/privacy-policy">Privacy Policy</a>
      <a href="/Disclaimed">Disclaimed</a>
    </div>
  )
}
