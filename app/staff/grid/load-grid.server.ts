import { promiseHash } from 'remix-utils/promise'
import { type GridRow, SaleGridReply } from '#contract/sale-grid.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { getBrands, getCanonicalOrigin } from '../../visit/brand.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { loadBrandNames } from '../parts/load-brand-names.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { GridQuery, type GridView, spreadWeight } from './grid-view.ts'

interface Named {
  id: number
  name: string
}

export interface DayGrid {
  view: GridView & { date: string }
  /** What the party is counted with, in pounds. */
  partyLbs: number
  /** What is wrong with the typed weight. */
  weightProblem: string | undefined
  /** The rows that the filters leave; departures that are over are not among them. */
  rows: GridRow[]
  /** The terminals of the whole day, to choose from. */
  terminals: Named[]
  /** The names of the brands with a shop, by id; empty if there is only one. */
  brandNames: Record<string, string>
  /** Where each brand's desk is, by id. */
  origins: Record<string, string>
  /** The brand of this page, whose products can be sold on it. */
  brandId: number
  today: string
}

/** Everything that can be sold to a party on a day. @throws Response 503 */
export async function loadGrid(staff: StaffVisit, query: URLSearchParams): Promise<DayGrid> {
  const { userApi, visit } = staff
  const view = readForm(query, GridQuery)
  const today = toLocalDate(visit.now.toISOString(), visit.brand.time_zone)
  const date = view.date ?? today
  const weights = spreadWeight(view.lb, view.party)
  const sale_grid = {
    date,
    selling_brand_id: visit.brand.id,
    quantity_type: view.as,
    quantity: view.party,
    weights: weights ?? [],
  }
  const { read, names, brands } = await promiseHash({
    read: userApi.post('/v1/sale_grids', SaleGridReply, { body: { sale_grid } }),
    names: loadBrandNames(staff),
    brands: getBrands(visit.shop, Date.now()),
  })
  const { rows, party_lbs: partyLbs } = requireData(read).sale_grid
  const ahead = rows.flatMap((row) => {
    const departures = row.departures.filter(({ depart_at: at }) => Date.parse(at) > visit.now.getTime())
    return departures.length === 0 ? [] : [{ ...row, departures }]
  })
  return {
    view: { ...view, date },
    partyLbs,
    weightProblem: weights ? undefined : 'Please type the pounds of all together as a whole number.',
    rows: ahead.filter(
      (row) =>
        (view.terminal === null || row.terminal_id === view.terminal) &&
        (view.brand === null || row.brand_ids.includes(view.brand)),
    ),
    terminals: [
      ...new Map(
        ahead.map(({ terminal_id: id, terminal_name: name }): [number, Named] => [id, { id, name }]),
      ).values(),
    ],
    brandNames: names,
    origins: Object.fromEntries(
      brands.map((brand) => [brand.id, getCanonicalOrigin(brand, visit.shop.settings)]),
    ),
    brandId: visit.brand.id,
    today,
  }
}
