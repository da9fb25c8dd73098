import { type ListMeta } from '#contract/primitives.ts'
import { findStaffShape } from '#contract/resources/catalogue-desk.ts'
import { getFieldLabel } from '#contract/resources/resource-shape.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { type FieldChoices } from './load-rows.server.ts'
import { cellText } from './cell-text.ts'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { shownFields } from './visible-fields.ts'

interface RowListPageProps {
  plural: string
  many: string
  rows: Record<string, unknown>[]
  pagination: ListMeta['pagination']
  /** The names of the rows that this list refers to. */
  choices: FieldChoices
  /** The list is filtered by these: `product_id`, `brand_id`. */
  narrow: Record<string, string>
}

/** The rows of one resource, by name, with the fields that distinguish them. */
export function RowListPage({ plural, many, rows, pagination, choices, narrow }: RowListPageProps) {
  const shape = findStaffShape(plural)
  const columns = shape ? shownFields(shape) : []
  const { product_id: product, brand_id: brand } = narrow
  const query = new URLSearchParams(narrow).toString()
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <div>
          <StaffPageTitle href="/staff/catalogue" above="Catalogue">
            {many.charAt(0).toUpperCase() + many.slice(1)}
          </StaffPageTitle>
          {query === '' ? null : (
            <p>
              Of <RowOwner plural="products" id={product} choices={choices} />
              <RowOwner plural="brands" id={brand} choices={choices} /> alone.{' '}
              <a href={`/staff/catalogue/${plural}`}>All {many}</a>
            </p>
          )}
        </div>
        <div className="btn-row">
          {plural === 'departures' ? (
            <a
              className="btn small"
              href={`/staff/catalogue/week${product === undefined ? '' : `?product=${product}`}`}
            >
              Paint a week
            </a>
          ) : null}
          {plural === 'discount_codes' ? (
            <a className="btn second small" href="/staff/catalogue/codes">
              Many at once, and export
            </a>
          ) : null}
          <a
            className={plural === 'departures' ? 'btn second small' : 'btn small'}
            href={`/staff/catalogue/${plural}/new${query === '' ? '' : `?${query}`}`}
          >
            New {shape?.one}
          </a>
        </div>
      </div>
      {rows.length === 0 ? <p className="muted">There are none yet.</p> : null}
      {rows.length === 0 ? null : (
        <ScrollRegion label={many}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                {columns.map(([name, field]) => (
                  <th key={name} scope="col">
                    {getFieldLabel(name, field)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={String(row['id'])}>
                  <th scope="row">
                    <a href={`/staff/catalogue/${plural}/${String(row['id'])}`}>{String(row['deskName'])}</a>
                  </th>
                  {columns.map(([name, field]) => (
                    <td key={name}>
                      {field.kind === 'id'
                        ? nameIn(choices[field.to], row[name])
                        : cellText(name, field, row[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <StaffPagination path={`/staff/catalogue/${plural}`} filter={narrow} pagination={pagination} />
    </div>
  )
}

function RowOwner({
  plural,
  id,
  choices,
}: {
  plural: string
  id: string | undefined
  choices: FieldChoices
}) {
  return id === undefined ? null : (
    <a href={`/staff/catalogue/${plural}/${id}`}>{nameIn(choices[plural], Number(id))}</a>
  )
}

const nameIn = (known: FieldChoices[string] | undefined, id: unknown): string =>
  known?.find((one) => one.id === id)?.name ?? cellText('id', { kind: 'whole' }, id)
