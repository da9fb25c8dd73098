import { type Place } from '#contract/enums.ts'
import { SceneCard } from '../pictures/scene-picture.tsx'
import { WordmarkText } from '../page/wordmark.tsx'

/**
 * A drawing of the gift card with the flight's name on it. The name is set in an empty corner of
 * the sky.
 */
export function GiftCardArt(props: {
  brandName: string
  flight: string
  place: Place
  tags: readonly string[]
}) {
  return (
    <div className="giftcard">
      <SceneCard place={props.place === 'manhattan' ? 'liberty' : props.place} tags={props.tags} />
      <span className="wordmark">
        <WordmarkText name={props.brandName} />
      </span>
      <div className="gc-foot">
        <span>
          <b>{props.flight}</b>
          One seat, any date
        </span>
      </div>
    </div>
  )
}
