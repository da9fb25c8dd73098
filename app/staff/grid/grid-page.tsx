import { formatDayAndYear } from '../../format/local-time.ts'
import { Field } from '../../ui/field.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { addDays } from '../parts/add-days.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { describeGrid } from './grid-words.ts'
import { GridList } from './grid-list.tsx'
import { GridPairs } from './grid-pairs.tsx'
import { GridTable } from './grid-table.tsx'
import { gridHref, PARTY_SIZES } from './grid-view.ts'
import { type DayGrid } from './load-grid.server.ts'

/** Any seat of the day, of all products and brands: to quote and to sell from. */
export function GridPage(grid: DayGrid) {
  const { view, rows, today } = grid
  return (
    <div className="wrap desk grid-page">
      <div className="desk-head">
        <div>
          <h1>{formatDayAndYear(view.date)}</h1>
          {rows.length === 0 ? null : <p className="muted">{describeGrid(rows, view)}</p>}
        </div>
        <div className="btn-row">
          {view.date > today ? (
            <a className="btn second small" href={gridHref(view, { date: addDays(view.date, -1) })}>
              Day before
            </a>
          ) : null}
          <a className="btn second small" href={gridHref(view, { date: addDays(view.date, 1) })}>
            Day after
          </a>
        </div>
      </div>
      <PartyChips view={view} />
      <Filters {...grid} />
      {rows.length === 0 ? (
        <NothingHere what="Nothing leaves on this day any more.">
          {view.date < today ? (
            <a href={gridHref(view, { date: null, terminal: null, brand: null })}>See today</a>
          ) : (
            <a href={gridHref(view, { date: addDays(view.date, 1), terminal: null, brand: null })}>
              See the day after
            </a>
          )}
        </NothingHere>
      ) : (
        <form method="post" action="/staff/sell">
          <GridTable grid={grid} />
          <GridList grid={grid} />
          <GridPairs grid={grid} />
        </form>
      )}
    </div>
  )
}

function PartyChips({ view }: Pick<DayGrid, 'view'>) {
  return (
    <nav aria-label="Party">
      <p className="desk-chips">
        {PARTY_SIZES.map((party) => (
          <a
            key={party}
            href={gridHref(view, { party, lb: '' })}
            aria-current={party === view.party ? 'true' : undefined}
          >
            {party}
          </a>
        ))}
        <a
          href={gridHref(view, { as: view.as === 'flight' ? 'seat' : 'flight' })}
          aria-current={view.as === 'flight' ? 'true' : undefined}
        >
          Whole aircraft
        </a>
      </p>
    </nav>
  )
}

function Filters({ view, partyLbs, weightProblem, terminals, brandNames, today }: DayGrid) {
  const brands = Object.entries(brandNames).map(([id, name]) => ({ id, name }))
  return (
    <form method="get" action="/staff/grid" className="desk-find narrows" role="search" aria-label="Grid">
      <input type="hidden" name="party" value={view.party} />
      <input type="hidden" name="as" value={view.as} />
      <Field
        id="grid-lb"
        name="lb"
        label="Together, in pounds"
        inputMode="numeric"
        maxLength={5}
        defaultValue={view.lb}
        placeholder={`${String(partyLbs)} assumed`}
        error={weightProblem}
        autoComplete="off"
      />
      <Field id="grid-date" name="date" label="Day" type="date" min={today} defaultValue={view.date} />
      <SelectField
        id="grid-terminal"
        name="terminal"
        label="Terminal"
        defaultValue={String(view.terminal ?? '')}
      >
        <NamedOptions none="All" of={terminals} />
      </SelectField>
      {brands.length < 2 ? null : (
        <SelectField id="grid-brand" name="brand" label="Brand" defaultValue={String(view.brand ?? '')}>
          <NamedOptions none="All" of={brands} />
        </SelectField>
      )}
      <button type="submit" className="btn second small">
        Show
      </button>
    </form>
  )
}
