import { Failure } from '../../ui/notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { scanHref } from '../flights/scan/scan-forms.ts'
import { LIVE_PAGE, LivePreviewText } from '../parts/live-part.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { guestName, listMissing } from './guest-words.ts'
import { type StaffGuest } from './load-guest.server.ts'

interface GuestPageProps extends StaffGuest {
  /** Why the seat was not freed. */
  failure: string | undefined
}

/**
 * The waiver and the details of one guest, at the counter or at the pad: on the guest's phone by the
 * code, or on this device.
 */
export function GuestPage({ order, guest, number, flight, failure }: GuestPageProps) {
  const name = guestName(guest, number)
  const missing = listMissing(guest)
  const { link } = guest
  return (
    <div className="wrap desk">
      <Failure text={failure} />
      <StaffPageTitle href={`/staff/orders/${String(order)}`} above={`O-${String(order)}`}>
        {name}
      </StaffPageTitle>
      <section className="desk-part" aria-label="Name, weight and waiver">
        <div id="guest-live" className="guests-live" data-live-part="" {...LIVE_PAGE}>
          <LivePreviewText words={missing.length === 0 ? 'Done.' : `Missing: ${missing.join(', ')}.`} />
          {link === null ? (
            <p>The flight has left, or the booking is over: nothing can be given any more.</p>
          ) : missing.length === 0 ? (
            <p>
              Everything is here. <a href={new URL(link).pathname}>Open their page</a>
            </p>
          ) : (
            <>
              <QrCode text={link} label={`The page of ${name}, to be scanned`} />
              <p>The guest scans this with their phone’s camera; it shows this guest alone.</p>
              <p>
                <a className="btn" href={new URL(link).pathname}>
                  Open it on this device
                </a>
              </p>
            </>
          )}
        </div>
        {link !== null && guest.picked_at !== null ? (
          <form method="post">
            <p className="muted">
              Did somebody else pick this one? Their page stops working, and the seat can be picked again.
            </p>
            <button type="submit" className="btn second small">
              Free the seat
            </button>
          </form>
        ) : null}
      </section>
      {flight === undefined ? null : (
        <p className="btn-row">
          <a className="btn second" href={scanHref({ flight, order })}>
            Back to check-in
          </a>
          <a className="btn second" href={`/staff/flights/${String(flight)}`}>
            The flight
          </a>
        </p>
      )}
    </div>
  )
}
