import endsInUrl from '../enhancers/ends-in.js?url'
import { type CampaignState } from './campaign.ts'
import { StruckPrice } from '../catalogue/struck-price.tsx'

/** What a brand's banner says; nothing in it belongs to one visitor. */
export interface Banner {
  state: CampaignState
  text: string
  href: string
  linkText: string
  /** Address of the style sheet with its colours. */
  sheet: string
  image: string | undefined
  /** When it begins, or ends, in words and to the instant. */
  moment: { at: string; text: string } | undefined
  /** A script may count down to the end. */
  ticks: boolean
  /**
   * All-in, of one seat or of the aircraft; dollars. `from`: the lowest of its departures; without,
   * that of the next to leave.
   */
  price: { flight: string; from: boolean; whole: boolean; before: number; now: number } | undefined
}

/**
 * The brand's sale banner, over the header. Everything is in the words; where scripts run, the rest
 * of the time ticks. `fixed` is one that nobody hides.
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
