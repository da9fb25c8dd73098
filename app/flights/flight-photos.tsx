import { type FlightPhoto } from '#contract/flight.ts'
import { opensDialog } from '../ui/opens-dialog.ts'

/**
 * Photos of a flight: thumbnails that open the picture in the shop's dialog, each with a download
 * link.
 */
export function FlightPhotos({
  photos,
  hrefOf,
}: {
  photos: readonly FlightPhoto[]
  hrefOf: (photo: FlightPhoto) => string
}) {
  if (photos.length === 0) return null
  return (
    <section aria-labelledby="photos" className="no-print">
      <h2 id="photos">{photos.length === 1 ? 'Your photo' : 'Your photos'}</h2>
      <ul className="photos">
        {photos.map((photo, index) => {
          const href = hrefOf(photo)
          const height = Math.round((480 * photo.height) / photo.width)
          return (
            <li key={photo.id}>
              <a href={href} data-photo="" {...opensDialog}>
                <img
                  src={`${href}?size=thumbnail`}
                  alt={`Your flight, ${String(index + 1)} of ${String(photos.length)}`}
                  width={480}
                  height={height}
                  loading="lazy"
                />
              </a>
              <a href={`${href}?download=1`} download={photo.file_name}>
                Download <span className="vh">photo {index + 1}</span>
              </a>{' '}
              <span className="subtle sm">{sizeOf(photo.bytes)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const sizeOf = (bytes: number): string =>
  bytes < 950_000
    ? `${String(Math.max(1, Math.round(bytes / 1000)))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
