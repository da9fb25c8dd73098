import { type ProductState, type ProductSummary } from '#contract/product-sheet.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { ProductPicture } from '../../pictures/product-picture.tsx'
import { Success } from '../../ui/notice.tsx'
import { type Asked, ASKED_WORDS } from '../parts/asked-words.ts'
import { formatCount } from '../parts/count-noun.ts'
import { StaffTable } from '../parts/staff-table.tsx'
import { type FirstStep, FirstSteps } from './first-steps.tsx'
import { loadWords, nextWords, stateWords } from './product-words.ts'

/** The groups of the list, by what can be done about them. */
export const STATE_GROUPS = ['sale', 'ends', 'hidden', 'missing'] as const
type StateGroup = (typeof STATE_GROUPS)[number]

export interface ProductsFilter {
  state: StateGroup | undefined
  /** The id of a brand that sells them. */
  brand: number | undefined
}

interface ProductsPageProps {
  products: ProductSummary[]
  filter: ProductsFilter
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
  /** What became of asking a colleague for a new one. */
  asked: Asked | undefined
  /** What a first product needs; empty where there is a product. */
  steps: readonly FirstStep[]
}

const KINDS: Record<StateGroup, { name: string; kinds: ProductState['kind'][] }> = {
  sale: { name: 'On sale', kinds: ['on_sale', 'ends'] },
  ends: { name: 'Ends soon', kinds: ['ends'] },
  hidden: { name: 'Hidden', kinds: ['hidden', 'archived'] },
  missing: {
    name: 'Not to be booked',
    kinds: [
      ...(['begins', 'ended', 'sold_out', 'coming_soon', 'paused'] as const),
      ...(['no_departures', 'no_aircraft', 'nothing_left'] as const),
    ],
  },
}

const isIn = (group: StateGroup, { state }: ProductSummary) => KINDS[group].kinds.includes(state.kind)

/** All products: what is on sale, what leaves next, and how full the next weeks are. */
export function ProductsPage({ products, filter, brands, asked, steps }: ProductsPageProps) {
  const ofBrand = products.filter(
    ({ sold_by: sellers }) => filter.brand === undefined || sellers.some(({ id }) => id === filter.brand),
  )
  const shown = ofBrand.filter((one) => filter.state === undefined || isIn(filter.state, one))
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <div>
          <h1>Products</h1>
          <p className="muted">{describeProducts(ofBrand)}</p>
        </div>
        <p className="btn-row">
          <a className="btn second small" href="/staff/catalogue">
            Fares, fees, codes
          </a>
          <a className="btn" href="/staff/products/new">
            New product
          </a>
        </p>
      </div>
      {asked ? <Success>{ASKED_WORDS[asked]}</Success> : null}
      {products.length === 0 ? (
        <FirstSteps steps={steps} />
      ) : (
        <>
          <Filters products={products} ofBrand={ofBrand} filter={filter} brands={brands} />
          {shown.length === 0 ? (
            <p>
              No product is like that. <a href="/staff/products">Show all</a>
            </p>
          ) : (
            <ProductTable products={shown} />
          )}
        </>
      )}
    </div>
  )
}

function describeProducts(products: readonly ProductSummary[]): string {
  const count = (group: StateGroup) => products.filter((one) => isIn(group, one)).length
  const parts = [
    `${String(count('sale'))} on sale`,
    count('ends') > 0 ? `${String(count('ends'))} of them to end within a month` : '',
    count('hidden') > 0 ? `${String(count('hidden'))} hidden` : '',
    count('missing') > 0 ? `${String(count('missing'))} not to be booked` : '',
  ]
  return `${formatCount(products.length, 'product', 'products')}: ${parts.filter(Boolean).join(', ')}.`
}

function addressOf({ state, brand }: ProductsFilter): string {
  const query = new URLSearchParams({
    ...(state === undefined ? {} : { state }),
    ...(brand === undefined ? {} : { brand: String(brand) }),
  }).toString()
  return query === '' ? '/staff/products' : `/staff/products?${query}`
}

interface FiltersProps extends Omit<ProductsPageProps, 'asked' | 'steps'> {
  ofBrand: readonly ProductSummary[]
}

function Filters({ products, ofBrand, filter, brands }: FiltersProps) {
  const { state, brand } = filter
  const groups = STATE_GROUPS.map((one) => ({
    one,
    count: ofBrand.filter((product) => isIn(one, product)).length,
  }))
  return (
    <div className="product-filters">
      <nav aria-label="State" className="desk-chips">
        <a
          href={addressOf({ brand, state: undefined })}
          aria-current={state === undefined ? 'true' : undefined}
        >
          All {ofBrand.length}
        </a>
        {groups.map(({ one, count }) =>
          count === 0 && one !== state ? null : (
            <a
              key={one}
              href={addressOf({ brand, state: one })}
              aria-current={state === one ? 'true' : undefined}
            >
              {KINDS[one].name} {count}
            </a>
          ),
        )}
      </nav>
      {Object.keys(brands).length === 0 ? null : (
        <nav aria-label="Brand" className="desk-chips">
          <a
            href={addressOf({ state, brand: undefined })}
            aria-current={brand === undefined ? 'true' : undefined}
          >
            Every brand {products.length}
          </a>
          {Object.entries(brands).map(([id, name]) => (
            <a
              key={id}
              href={addressOf({ state, brand: Number(id) })}
              aria-current={brand === Number(id) ? 'true' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      )}
    </div>
  )
}

function ProductTable({ products }: { products: readonly ProductSummary[] }) {
  const heads = ['Picture', 'Product', 'State', 'Next departure', 'Seats of four weeks', 'From, all in']
  return (
    <StaffTable label="Products" heads={heads} figures={['From, all in']} caption="Products" stacked>
      {products.map((product) => (
        <ProductRow key={product.id} product={product} />
      ))}
    </StaffTable>
  )
}

function ProductRow({ product }: { product: ProductSummary }) {
  const { id, name, sold_by: sellers, place, tag_list: tags, load } = product
  const state = stateWords(product)
  return (
    <tr data-row="" tabIndex={-1} className="product-row">
      <td className="thumb">
        <ProductPicture photo={product} place={place} tags={tags} product={id} />
      </td>
      <th scope="row">
        <a href={`/staff/products/${String(id)}`}>{name}</a>
        <small>{sellers.map((one) => one.name).join(', ') || 'Sold by nobody'}</small>
      </th>
      <td>
        <span className={`st ${state.mark}`.trim()}>{state.text}</span>
      </td>
      <td data-label="Next">{nextWords(product)}</td>
      <td data-label="Seats">
        {loadWords(product)}
        {load.seats === 0 ? null : (
          <meter min={0} max={load.seats} value={load.seats_taken} aria-hidden="true" />
        )}
      </td>
      <td className="r">
        {formatDollars(product.from_price_total)}
        {product.whole_aircraft ? <small>the aircraft</small> : null}
      </td>
    </tr>
  )
}
