import { type Drawer, type ManualRefund } from '#contract/counter.ts'
import { inPersonMeans } from '#contract/means-of-payment.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type PlainForm, plainForm } from '../../ui/form/use-shop-form.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { COUNT_DRAWER_SHAPE, OPEN_DRAWER_SHAPE } from './drawer-forms.ts'

interface DrawerPageProps {
  drawers: Drawer[]
  waiting: ManualRefund[]
  zone: string
  answer: FormAnswer | undefined
}

/** A cash drawer: opening it, its movements, counting and closing it. */
export function DrawerPage({ drawers, waiting, zone, answer }: DrawerPageProps) {
  const open = drawers.find(({ closed_at: closed }) => closed === null)
  const closed = drawers.filter(({ closed_at: at }) => at !== null)
  const openForm = plainForm(OPEN_DRAWER_SHAPE, answer)
  const countForm = plainForm(COUNT_DRAWER_SHAPE, answer)
  return (
    <div className="wrap desk">
      <FormErrors form={openForm} />
      <FormErrors form={countForm} />
      <StaffPageTitle
        href="/staff/sell"
        above="Sell"
        about={
          open ? <StaffState shape="here">Open</StaffState> : <StaffState shape="none">Closed</StaffState>
        }
      >
        Your drawer
      </StaffPageTitle>
      {open ? <OpenDrawer drawer={open} zone={zone} form={countForm} /> : <OpenForm form={openForm} />}
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
      {closed.length === 0 ? null : <CountedDrawers drawers={closed} zone={zone} />}
    </div>
  )
}

function OpenForm({ form }: { form: PlainForm<'opening'> }) {
  return (
    <form method="post" className="form row-form" {...form.props}>
      <p className="muted">Count what lies in it for change, and open it.</p>
      <TextField field={form.fields.opening} inputMode="decimal" need="required" />
      <button type="submit" className="btn small" name="intent" value="open">
        Open
      </button>
    </form>
  )
}

interface OpenDrawerProps {
  drawer: Drawer
  zone: string
  form: PlainForm<'counted' | 'note'>
}

function OpenDrawer({ drawer, zone, form }: OpenDrawerProps) {
  return (
    <section className="desk-part" aria-labelledby="open">
      <h2 id="open">
        Open since <DateTimeCell at={drawer.opened_at} zone={zone} />
      </h2>
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
      <form method="post" className="form row-form" {...form.props}>
        <input type="hidden" name="drawer" value={drawer.id} />
        <TextField field={form.fields.counted} inputMode="decimal" need="required" />
        <TextField field={form.fields.note} need="optional" maxLength={300} />
        <button type="submit" className="btn small" name="intent" value="count">
          Count and close
        </button>
      </form>
    </section>
  )
}

function CountedDrawers({ drawers, zone }: { drawers: Drawer[]; zone: string }) {
  return (
    <section className="desk-part" aria-labelledby="counted">
      <h2 id="counted">Counted</h2>
      <StaffTable
        label="Drawers that were counted"
        stacked
        heads={['Closed', 'Expected', 'Counted', 'Difference', 'Note']}
        figures={['Difference']}
      >
        {drawers.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              <DateTimeCell at={one.closed_at} zone={zone} />
            </th>
            <td data-label="Expected">{formatDollars(one.expected)}</td>
            <td data-label="Counted">{formatDollars(one.counted ?? 0)}</td>
            <td className="r">{formatDollars(one.difference ?? 0)}</td>
            <td>{one.note}</td>
          </tr>
        ))}
      </StaffTable>
    </section>
  )
}
