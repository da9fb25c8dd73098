import { formatDollars } from '../format/format-dollars.ts'

/** A former, higher price; screen readers announce that it is no longer valid. */
export function StruckPrice({ before, now }: { before: number; now: number }) {
  return (
    <>
      <s>
        <span className="vh">was </span>
        {formatDollars(before)}
      </s>{' '}
      <span className="vh">now </span>
      {formatDollars(now)}
    </>
  )
}
