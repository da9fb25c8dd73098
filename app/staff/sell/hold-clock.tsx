import { formatTime, toLocalTime } from '../../format/local-time.ts'
import script from '../../enhancers/hold-clock.js?url'

interface HoldClockProps {
  until: string
  zone: string
  /** Leaving the page by a link gives the seats back; on one clock of the page. */
  releases?: boolean
}

/** When a hold ends; with a script the minutes and seconds that are left. */
export function HoldClock({ until, zone, releases = false }: HoldClockProps) {
  return (
    <b data-hold-until={until} data-hold-releases={releases ? '' : undefined} data-script={script}>
      until {formatTime(toLocalTime(until, zone))}
    </b>
  )
}
