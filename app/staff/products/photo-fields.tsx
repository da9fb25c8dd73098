import { FocalPoint, SMALLEST_PHOTO } from '#contract/photo.ts'
import { getWholePhotoUrl } from '../../pictures/photo-art.ts'
import { FieldError } from '../../ui/field.tsx'
import { optionProps, TextField } from '../../ui/form/fields.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { type ProductField } from './product-form.ts'
import { FOCAL_POINTS } from './product-words.ts'

const { width, height } = SMALLEST_PHOTO
const SMALLEST = `${width.toLocaleString('en-US')} by ${String(height)}`

/** A photo of the product's own, instead of the drawn scene: upload, words, and what stays in view. */
export function PhotoFields({ fields }: { fields: PlainForm<ProductField>['fields'] }) {
  const { photo, photo_focal: focal, photo_file: file, photo_alt: alt } = fields
  const id = textOf(photo.meta.initialValue)
  return (
    <section className="desk-part" aria-labelledby="photo">
      <h2 id="photo">Own photo</h2>
      <p className="muted">
        Shoppers see it instead of the drawn scene. Where it was taken, and with what, is removed from it.
      </p>
      <input type="hidden" name="photo" value={id} />
      {id === '' ? (
        <input type="hidden" name="photo_focal" value={textOf(focal.meta.initialValue) || 'center'} />
      ) : (
        <fieldset className="photo-focal">
          <legend className="flabel">{focal.label}</legend>
          <FieldError id="photo_focal" error={focal.error} />
          <div className="focal-photo">
            <img src={getWholePhotoUrl(id)} alt={textOf(alt.meta.initialValue)} />
            <div className="focal-grid">
              {FocalPoint.options.map((point, at) => (
                <label key={point}>
                  <input
                    id={at === 0 ? 'photo_focal' : `photo_focal-${point}`}
                    {...optionProps(focal, 'radio', point, at)}
                  />
                  <span className="vh">{FOCAL_POINTS[point]}</span>
                </label>
              ))}
            </div>
          </div>
        </fieldset>
      )}
      <div className="desk-pair">
        <TextField
          field={file}
          {...(id === '' ? {} : { label: 'Another photo' })}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          hint={`JPEG, PNG, WebP or AVIF, at least ${SMALLEST} pixels.`}
        />
        <TextField
          field={alt}
          maxLength={300}
          hint="Every photo needs it, for those who do not see it: A helicopter above the harbor at dusk."
        />
      </div>
      {id === '' ? null : (
        <p>
          <label>
            <input type="checkbox" name="photo_remove" value="yes" /> Take the photo away and show the drawn
            scene
          </label>
        </p>
      )}
    </section>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
