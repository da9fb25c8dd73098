import { type Banner, CampaignBanner } from '../../campaigns/campaign-banner.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { LivePreviewText, describeMissingFields } from '../parts/live-part.tsx'

const STATES = {
  coming: 'It has not begun: until then it looks like this.',
  running: 'It runs now and looks like this.',
  over: 'It is over, or switched off: shoppers see this.',
}

interface CampaignPreviewProps {
  /** The preview of the typed campaign; undefined if none was requested. */
  preview: { banner?: Banner | undefined; contrast?: number | undefined } | undefined
  form: Pick<PlainForm, 'fields'>
}

/** A campaign's banner as the shopper would see it, over its form. */
export function CampaignPreview({ preview, form }: CampaignPreviewProps) {
  if (!preview) return null
  const { banner, contrast } = preview
  if (!banner) return <LivePreviewText words={describeMissingFields(form)} />
  const ink =
    contrast === undefined
      ? ''
      : ' Its letters are black or white, whichever reads best on this colour: ' +
        `${contrast.toFixed(1)} to 1, by day and by night.`
  return (
    <section className="desk-preview" aria-label="Preview">
      <link rel="stylesheet" href={banner.sheet} />
      <LivePreviewText words={`${STATES[banner.state]} Nothing is saved yet.${ink}`} />
      {import.meta.env.SSR ? <CampaignBanner banner={banner} fixed /> : null}
    </section>
  )
}
