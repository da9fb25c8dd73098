import { type Place } from '#contract/enums.ts'
import { KINDS, PLACES, type SearchFilter } from './search-query.ts'

const GUESTS = [1, 2, 3, 4, 5, 6]
const PRICES = [125, 150, 200, 250, 300, 400, 1500]

export interface SelectProps {
  id: string
  name: string
  label: string
  value: string | number | undefined
  any?: string
  options: readonly { value: string | number; text: string }[]
}

/** A select whose first option is no restriction. */
export function Select({ id, name, label, value, any, options }: SelectProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select className="input" id={id} name={name} defaultValue={value ?? ''}>
        {any === undefined ? null : <option value="">{any}</option>}
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The form of the search: place, day, guests and budget; a plain GET form. */
export function SearchForm({
  filter,
  today,
  places,
}: {
  filter: SearchFilter
  today: string
  places: readonly Place[]
}) {
  const most = filter.max_price
  const prices =
    most === undefined || PRICES.includes(most) ? PRICES : [...PRICES, most].sort((a, b) => a - b)
  return (
    <form className="search-form" action="/search" method="get" role="search" aria-label="Flights">
      <div className="field words">
        <label htmlFor="search-q">What are you looking for?</label>
        <input
          className="input"
          id="search-q"
          type="search"
          name="q"
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          defaultValue={filter.q}
        />
      </div>
      <div className="field">
        <label htmlFor="search-date">Day</label>
        <input
          className="input"
          id="search-date"
          type="date"
          name="date"
          min={today}
          defaultValue={filter.date}
        />
      </div>
      <Select
        id="search-guests"
        name="quantity"
        label="Guests"
        value={filter.quantity}
        options={GUESTS.map((value) => ({
          value,
          text: `${String(value)} ${value === 1 ? 'guest' : 'guests'}`,
        }))}
      />
      <Select
        id="search-place"
        name="place"
        label="Over"
        value={filter.place}
        any="Any place"
        options={places.map((value) => ({ value, text: PLACES[value] }))}
      />
      <Select
        id="search-kind"
        name="tag"
        label="Kind"
        value={filter.tag}
        any="Any kind"
        options={Object.entries(KINDS).map(([value, text]) => ({ value, text }))}
      />
      <Select
        id="search-price"
        name="max_price"
        label="Up to"
        value={most}
        any="Any price"
        options={prices.map((value) => ({ value, text: `$${value.toLocaleString('en-US')}` }))}
      />
      <button className="btn">Search</button>
    </form>
  )
}
