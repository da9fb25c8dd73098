import { QrCode } from '../ui/qr-code.tsx'

/**
 * The code of the page on which guests pick their seat, on screens and on paper. Beside it stands
 * what it is for, because a ticket has a code for check-in too.
 */
export function PartyCode({ url }: { url: string | null }) {
  if (url === null) return null
  return (
    <figure className="party-code">
      <QrCode text={url} label="The page for names, weights and waivers" />
      <figcaption>
        Every guest scans this with their phone’s camera for name, weight and waiver.{' '}
        <a className="no-print" href={url}>
          Open it here
        </a>
      </figcaption>
    </figure>
  )
}
