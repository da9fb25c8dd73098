import { type ManualRefund } from '#contract/counter.ts'
import { inPersonMeans } from '#contract/means-of-payment.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Failure } from '../../ui/notice.tsx'

/** `by the card reader, slip A-1042` */
function describeRefund({ method, reader_reference: number }: ManualRefund): string {
  const { refund, reference } = inPersonMeans(method)
  return reference ? `${refund.staff}, ${reference.noun} ${number ?? ''}` : refund.staff
}

/** The parts of a refund that staff pay out by hand. */
export function ManualRefunds({
  waiting,
  failure,
}: {
  waiting: ManualRefund[]
  failure: string | undefined
}) {
  if (waiting.length === 0 && failure === undefined) return null
  return (
    <section className="desk-part" aria-labelledby="hand-out">
      <h2 id="hand-out">To hand out</h2>
      <Failure text={failure} />
      {waiting.map((one) => (
        <form key={one.refund_id} method="post" action="#hand-out" className="desk-inline">
          <input type="hidden" name="refund" value={one.refund_id} />
          <span>
            {formatDollars(one.amount)} {describeRefund(one)}
          </span>
          <button type="submit" className="btn small" name="intent" value="hand_out">
            Handed out
          </button>
        </form>
      ))}
    </section>
  )
}
