import { type ProductSheet, type ProductSheetPreview } from '#contract/product-sheet.ts'
import { FlightCards } from '../../catalogue/flight-card.tsx'
import { formatDollars } from '../../format/format-dollars.ts'
import { ProductScene } from '../../pictures/product-scene.tsx'
import { LivePreview, LivePreviewText } from '../parts/live-part.tsx'
import { bookedWords, effectWords, loadWords, nextWords, previewWords, priceParts } from './product-words.ts'

interface PreviewProps {
  preview: ProductSheetPreview | undefined
}

/** The product's own price as shoppers see it, with what is added to it. */
export function PricePreview({ preview }: PreviewProps) {
  return (
    <LivePreview id="product-price">
      {preview?.price ? (
        <p className="muted">
          Shoppers see <strong>{formatDollars(preview.price.total)}</strong>
          {priceParts(preview)}
        </p>
      ) : (
        <p className="muted">What shoppers see is shown here once there is a price.</p>
      )}
    </LivePreview>
  )
}

/** What saving does: departures begun and ended, and who is booked on them. */
export function EffectPreview({ preview, today }: PreviewProps & { today: string }) {
  return (
    <LivePreview id="product-effect">
      {preview ? (
        <p className="note">
          <strong>{effectWords(preview, today)}</strong> {bookedWords(preview)}
          {preview.aircraft === 0
            ? ' No aircraft of this kind is in service there: nothing can be booked until one is.'
            : ''}
        </p>
      ) : null}
    </LivePreview>
  )
}

interface ShopPreviewProps extends PreviewProps {
  sheet: ProductSheet | undefined
  today: string
  /** What is missing before anything can be shown. */
  missing: string
}

/** The shop's own card of the product. */
export function ShopPreview({ preview, sheet, today, missing }: ShopPreviewProps) {
  return (
    <aside className="desk-side product-side" aria-labelledby="seen">
      <h2 id="seen">As shoppers see it</h2>
      <LivePreview id="product-card">
        {preview ? (
          <>
            <FlightCards flights={[preview.card]} />
            {preview.card.photo ? <ProductScene product={preview.card} /> : null}
            <div className="vh">
              <LivePreviewText words={previewWords(preview, today)} />
            </div>
          </>
        ) : (
          <LivePreviewText words={missing || 'The card appears here while you type.'} />
        )}
      </LivePreview>
      {sheet ? (
        <dl className="lim">
          <div>
            <dt>Four weeks</dt>
            <dd>{sheet.load.departures} departures</dd>
          </div>
          <div>
            <dt>Seats</dt>
            <dd>{loadWords(sheet)}</dd>
          </div>
          <div>
            <dt>Next</dt>
            <dd>{nextWords(sheet)}</dd>
          </div>
        </dl>
      ) : null}
      <p>
        <button type="submit" form="product-form" className="btn second small" name="intent" value="preview">
          Preview
        </button>
      </p>
    </aside>
  )
}
