import { formatDollars } from '../format/format-dollars.ts'

/** A price that was higher: the line through it is told to those who only listen. */
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
