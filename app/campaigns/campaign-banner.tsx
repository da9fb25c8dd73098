import endsInUrl from '../enhancers/ends-in.js?url'
import { type CampaignState } from './campaign.ts'
import { StruckPrice } from '../catalogue/struck-price.tsx'

/** The content of a brand's banner. It is the same for all visitors. */
export interface Banner {
  state: CampaignState
  text: string
  href: string
  linkText: string
  /** Address of the style sheet with its colours. */
  sheet: string
  image: string | undefined
  /** When the campaign begins or ends: in words, and as an instant. */
  moment: { at: string; text: string } | undefined
  /** Whether a script may count down to the end. */
  ticks: boolean
  /**
   * All-in price in dollars, of one seat or of the aircraft. With `from` it is the lowest price of
   * all departures, otherwise the price of the next one.
   */
  price: { flight: string; from: boolean; whole: boolean; before: number; now: number } | undefined
}

/**
 * The brand's sale banner above the header. The text is complete without scripts; where they run,
 * the remaining time counts down. With `fixed` the banner cannot be hidden.
 */
export function CampaignBanner({ banner, fixed = false }: { banner: Banner; fixed?: boolean }) {
  const { state, text, href, linkText, image, moment, ticks, price } = banner
  return (
    <aside className={`banner ${state}`} aria-label="Offer">
      <div className="wrap banner-in">
        {image ? <img src={image} alt="" width="96" height="48" decoding="async" /> : null}
        <p>
          <b>{text}</b> {price ? <BannerPrice price={price} /> : null}
        </p>
        {moment ? (
          <p className="banner-time">
            <time dateTime={moment.at}>{moment.text}</time>
            {ticks ? (
              <span className="ends-in" data-ends-in={moment.at} data-script={endsInUrl} aria-hidden="true" />
            ) : null}
          </p>
        ) : null}
        <a className="arrow" href={href}>
          {linkText}
        </a>
        {fixed ? null : (
          <form method="post" action="/campaigns/hide">
            <button title="Hide for a week">
              <span aria-hidden="true">×</span>
              <span className="vh">Hide this offer for a week</span>
            </button>
          </form>
        )}
      </div>
    </aside>
  )
}

function BannerPrice({ price }: { price: NonNullable<Banner['price']> }) {
  return (
    <span className="banner-price">
      {price.flight}
      {price.from ? ' from ' : ', next to leave, '}
      <StruckPrice before={price.before} now={price.now} />
      <span className="vh">{price.whole ? ' for the aircraft' : ' a seat'}</span>
    </span>
  )
}
