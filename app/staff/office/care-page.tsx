import { CARE_OCCASIONS, type CareReport, type CareReview } from '#contract/care.ts'
import { Failure } from '../../ui/notice.tsx'
import { DateTimeCell } from '../parts/date-time.tsx'
import { DoneBar } from '../parts/done-bar.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffState, type StateWords } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { type Care } from './handle-care.server.ts'

const HEADS = [
  'When',
  'State',
  'Mailed',
  'Texted',
  'Waiting',
  'Not arrived',
  'Due in a day',
  'Switched off by',
]
const FIGURES = HEADS.slice(2)

/** What the shop writes by itself: an admin switches each occasion for a brand; all read the answers. */
export function CarePage({
  brands,
  reviews,
  zone,
  maySwitch,
  switched,
  failure,
}: Care & { failure: string | undefined }) {
  return (
    <div className="wrap desk">
      <StaffPageTitle
        href="/staff/office"
        above="Office"
        about="What the shop writes by itself, in figures of thirty days. Changes of flights are always told."
      >
        Care
      </StaffPageTitle>
      <Failure text={failure} />
      {switched && failure === undefined ? <DoneBar text="Switched." /> : null}
      {brands.map(({ id, rows }) => (
        <section className="desk-part" key={id} aria-label={rows[0]?.brand_name}>
          <h2>{rows[0]?.brand_name}</h2>
          <StaffTable
            label={`Messages of ${rows[0]?.brand_name ?? ''}`}
            heads={maySwitch ? [...HEADS, 'Switch'] : HEADS}
            quiet={['Switch']}
            stacked
          >
            {rows.map((row) => (
              <OccasionRow key={row.occasion} row={row} maySwitch={maySwitch} />
            ))}
          </StaffTable>
        </section>
      ))}
      <section className="desk-part" aria-label="What guests answered">
        <h2>What guests answered</h2>
        {reviews.length === 0 ? (
          <NothingHere what="Nobody has answered yet.">
            The mail after a flight leads to a short form; what guests write there stands here.
          </NothingHere>
        ) : (
          <ul className="rows">
            {reviews.map((review, at) => (
              <Review key={`${review.at} ${String(at)}`} review={review} zone={zone} brands={brands} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function OccasionRow({ row, maySwitch }: { row: CareReport; maySwitch: boolean }) {
  const state: StateWords = row.on ? { text: 'On', shape: 'ok' } : { text: 'Off', shape: 'off' }
  const name = CARE_OCCASIONS[row.occasion]
  const figures = [row.mails_sent, row.texts_sent, row.waiting, row.failed, row.due_in_a_day, row.stopped]
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="State">
        <StaffState shape={state.shape}>{state.text}</StaffState>
      </td>
      {figures.map((figure, at) => (
        <td data-label={FIGURES[at]} key={FIGURES[at]}>
          {figure.toLocaleString('en-US')}
        </td>
      ))}
      {maySwitch ? (
        <td className="do">
          <form method="post" action="/staff/care">
            <input type="hidden" name="brand" value={row.brand_id} />
            <input type="hidden" name="occasion" value={row.occasion} />
            <button
              type="submit"
              className="btn second small"
              name="intent"
              value={row.on ? 'off' : 'on'}
              aria-label={`Switch ${row.on ? 'off' : 'on'}: ${name}, ${row.brand_name}`}
            >
              Switch {row.on ? 'off' : 'on'}
            </button>
          </form>
        </td>
      ) : null}
    </tr>
  )
}

function Review({ review, zone, brands }: { review: CareReview; zone: string } & Pick<Care, 'brands'>) {
  const { score, flight, liked, better, quotable, name, at, brand_id: brandId } = review
  const brand = brands.find(({ id }) => id === brandId)?.rows[0]?.brand_name
  const about = [brand, flight, name, quotable ? 'may be quoted' : undefined].filter(Boolean).join(' · ')
  return (
    <li>
      <h3>{score === null ? 'No score' : `${String(score)} of 10`}</h3>
      <div>
        {liked === null ? null : <p className="break">Liked: {liked}</p>}
        {better === null ? null : <p className="break">Better: {better}</p>}
        <p className="muted">
          {about === '' ? null : `${about} · `}
          <DateTimeCell at={at} zone={zone} />
        </p>
      </div>
    </li>
  )
}
