import { type Drawer, type ManualRefund } from '#contract/counter.ts'
import { inPersonMeans } from '#contract/means-of-payment.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Field } from '../../ui/field.tsx'
import { Failure } from '../../ui/notice.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { formatDateTime } from '../../format/date-time.ts'

interface DrawerTyped {
  opening: string
  counted: string
  note: string
}

interface DrawerPageProps {
  drawers: Drawer[]
  waiting: ManualRefund[]
  zone: string
  answer: { failure: string; typed: DrawerTyped } | undefined
}

/** Somebody's drawer of cash: opened, what went through it, counted and closed. */
export function DrawerPage({ drawers, waiting, zone, answer }: DrawerPageProps) {
  const open = drawers.find(({ closed_at: closed }) => closed === null)
  const closed = drawers.filter(({ closed_at: at }) => at !== null)
  return (
    <div className="wrap desk">
      <h1>Your drawer</h1>
      <Failure text={answer?.failure} />
      {open ? (
        <OpenDrawer drawer={open} zone={zone} typed={answer?.typed} />
      ) : (
        <OpenForm typed={answer?.typed} />
      )}
      {waiting.length === 0 ? null : (
        <section className="desk-part" aria-labelledby="waiting">
          <h2 id="waiting">To hand out</h2>
          <ul className="desk-log">
            {waiting.map((one) => (
              <li key={one.refund_id}>
                <p>
                  {formatDollars(one.amount)} {inPersonMeans(one.method).refund.staff} for{' '}
                  <a href={`/staff/orders/${String(one.order_id)}#refund`}>O-{one.order_id}</a>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {closed.length === 0 ? null : <Counted drawers={closed} zone={zone} />}
    </div>
  )
}

function OpenForm({ typed }: { typed: DrawerTyped | undefined }) {
  return (
    <form method="post" className="form row-form">
      <p className="muted">It is closed. Count what lies in it for change, and open it.</p>
      <Field
        id="opening"
        name="opening"
        label="In it now, in dollars"
        inputMode="decimal"
        need="required"
        defaultValue={typed?.opening}
      />
      <button type="submit" className="btn small" name="intent" value="open">
        Open
      </button>
    </form>
  )
}

interface OpenDrawerProps {
  drawer: Drawer
  zone: string
  typed: DrawerTyped | undefined
}

function OpenDrawer({ drawer, zone, typed }: OpenDrawerProps) {
  return (
    <section className="desk-part" aria-labelledby="open">
      <h2 id="open">Open since {formatDateTime(drawer.opened_at, zone)}</h2>
      <dl className="breakdown row-form">
        <div>
          <dt>For change</dt>
          <dd>{formatDollars(drawer.opening)}</dd>
        </div>
        <div>
          <dt>Taken</dt>
          <dd>{formatDollars(drawer.cash_in)}</dd>
        </div>
        <div>
          <dt>Handed out</dt>
          <dd>{formatDollars(-drawer.cash_out)}</dd>
        </div>
        <div className="total">
          <dt>Should be in it</dt>
          <dd>{formatDollars(drawer.expected)}</dd>
        </div>
      </dl>
      <form method="post" className="form row-form">
        <input type="hidden" name="drawer" value={drawer.id} />
        <Field
          id="counted"
          name="counted"
          label="Counted, in dollars"
          inputMode="decimal"
          need="required"
          defaultValue={typed?.counted}
        />
        <Field
          id="note"
          name="note"
          label="Note"
          need="optional"
          maxLength={300}
          defaultValue={typed?.note}
        />
        <button type="submit" className="btn small" name="intent" value="count">
          Count and close
        </button>
      </form>
    </section>
  )
}

function Counted({ drawers, zone }: { drawers: Drawer[]; zone: string }) {
  return (
    <ScrollRegion label="Drawers that were counted">
      <table className="table">
        <caption>Counted</caption>
        <thead>
          <tr>
            <th scope="col">Closed</th>
            <th scope="col" className="r">
              Expected
            </th>
            <th scope="col" className="r">
              Counted
            </th>
            <th scope="col" className="r">
              Difference
            </th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {drawers.map((one) => (
            <tr key={one.id}>
              <th scope="row">{formatDateTime(one.closed_at ?? one.opened_at, zone)}</th>
              <td className="r">{formatDollars(one.expected)}</td>
              <td className="r">{formatDollars(one.counted ?? 0)}</td>
              <td className="r">{formatDollars(one.difference ?? 0)}</td>
              <td>{one.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
