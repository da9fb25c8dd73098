import { SIGNATURE_AREA, SignatureDrawing } from '#contract/passenger.ts'
import { inputProps } from '../ui/form/fields.tsx'
import { type ShopField } from '../ui/form/use-shop-form.ts'
import script from '../enhancers/signature.js?url'

const BOX = `0 0 ${String(SIGNATURE_AREA.width)} ${String(SIGNATURE_AREA.height)}`

/** A drawn signature, in the colour of the text. */
export const DrawnSignature = ({ drawing }: { drawing: string }) => (
  <svg className="signature" viewBox={BOX} role="img" aria-label="The signature">
    <path d={drawing} />
  </svg>
)

/**
 * The area in which a finger or a mouse draws the signature. It is hidden without its script: then
 * the typed name signs.
 */
export function SignatureField({ field }: { field: ShopField }) {
  const props = inputProps(field, 'hidden')
  const typed = SignatureDrawing.safeParse(props.defaultValue)
  return (
    <div className="field" data-signature="" data-script={script} hidden>
      <p className="flabel" id="sign-label">
        Sign with your finger
      </p>
      <div className="signature-area">
        <svg className="signature" viewBox={BOX} role="img" aria-labelledby="sign-label">
          <path className="signature-line" d="M40 176H600" />
          <path d={typed.data ?? ''} />
        </svg>
      </div>
      <input type="hidden" name={props.name} defaultValue={typed.data ?? ''} />
      <p>
        <button type="button" className="link-btn">
          Clear and sign again
        </button>
      </p>
    </div>
  )
}
