import { type Banner, CampaignBanner } from '../campaigns/campaign-banner.tsx'

const STATES = {
  coming: 'It has not begun: until then it looks like this.',
  running: 'It runs now and looks like this.',
  over: 'It is over, or switched off: shoppers see this.',
}

/** A campaign's banner as the shopper would see it, over its form. */
export function CampaignPreview({ banner, contrast }: { banner: Banner; contrast: number | undefined }) {
  return (
    <section className="desk-preview" aria-label="Preview">
      <link rel="stylesheet" href={banner.sheet} />
      <p>
        {STATES[banner.state]} Nothing is saved yet.
        {contrast === undefined
          ? ''
          : ` Its letters are black or white, whichever reads best on this colour: ${contrast.toFixed(1)} to 1, by day and by night.`}
      </p>
      {import.meta.env.SSR ? <CampaignBanner banner={banner} fixed /> : null}
    </section>
  )
}
