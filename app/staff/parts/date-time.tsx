import { formatShortDate, formatTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'

interface MomentProps {
  /** ISO instant; null if there is none yet. */
  at: string | null
  /** IANA zone of the shop, which the page names once. */
  zone: string
  /** The text if there is no instant yet. */
  none?: string
}

/** An instant in a cell of a table: `22 Nov 2026, 3:56 pm`, on one line. */
export function DateTimeCell({ at, zone, none = '–' }: MomentProps) {
  if (at === null) return <>{none}</>
  const [date, time] = [toLocalDate(at, zone), toLocalTime(at, zone)]
  return (
    <time className="moment" dateTime={at}>
      {formatShortDate(date)}, {formatTime(time)}
    </time>
  )
}
