import { TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { PHOTO_SHAPE } from './flight-forms.ts'
import { type ManifestView } from './manifest-view.ts'

interface FlightPhotosProps extends Pick<ManifestView, 'manifest'> {
  /** Why a photo was not added or not removed. */
  answer: FormAnswer | undefined
}

/** The photos of a flight, folded: they are added once it has landed. */
export function FlightPhotos({ manifest, answer }: FlightPhotosProps) {
  const { photos, status } = manifest.flight
  const path = `/staff/flights/${String(manifest.flight_id)}/photos`
  const form = plainForm(PHOTO_SHAPE, answer)
  return (
    <div className="order-folds acts no-print">
      <details open={answer !== undefined || status === 'landed'}>
        <summary>Photos ({photos.length})</summary>
        <div className="act">
          {photos.length === 0 ? null : (
            <ul className="desk-log">
              {photos.map(({ id, file_name: name }) => (
                <li key={id}>
                  <form method="post" action={path} className="desk-inline" encType="multipart/form-data">
                    <span>{name}</span>
                    <input type="hidden" name="remove" value={id} />
                    <button type="submit" className="btn second small">
                      Take away<span className="vh"> {name}</span>
                    </button>
                  </form>
                </li>
              ))}
            </ul>
          )}
          <form
            method="post"
            action={path}
            className="desk-find"
            {...form.props}
            encType="multipart/form-data"
          >
            <TextField
              field={form.fields.photo}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              hint="JPEG, PNG or WebP, 25 MB at most. Those who flew see it in their account."
              need="required"
            />
            <button type="submit" className="btn second small">
              Upload
            </button>
          </form>
        </div>
      </details>
    </div>
  )
}
