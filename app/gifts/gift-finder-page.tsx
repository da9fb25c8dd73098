import { useLoaderData } from '@remix-run/react'
import { formatDollars } from '../format/format-dollars.ts'
import { ProductPicture } from '../pictures/product-picture.tsx'
import { type loadGiftFinderPage } from './load-gift-finder.server.ts'
import { Select } from '../search/search-form.tsx'
import { FOR_WHOM, giftFinderHref, type GiftFilter, MOODS, type Relaxation } from './gift-finder.ts'

type Finder = ReturnType<typeof useLoaderData<typeof loadGiftFinderPage>>
type Flight = Finder['flights'][number]

const GUESTS = [1, 2, 3, 4, 5, 6]
const BUDGETS = [150, 300, 500, 750, 1000, 1500]

const QUICK = [
  { text: 'An anniversary for two', wish: { for: 'love', guests: 2, mood: 'sunset' } },
  { text: 'For grandparents', wish: { for: 'parents', guests: 2, mood: 'calm' } },
  { text: 'A friend who dares', wish: { for: 'friend', mood: 'thrill' } },
  { text: 'A child’s first flight', wish: { for: 'child' } },
  { text: 'Under $150', wish: { budget: 150 } },
] as const

/** The gift finder: four questions, and the gift cards that match. */
export function GiftFinderPage() {
  const { text, wish: input, asked, given, flights, ways } = useLoaderData<typeof loadGiftFinderPage>()
  return (
    <div className="wrap section">
      <div className="head split">
        <h1>{text.title}</h1>
        <p className="lede">{text.lede}</p>
      </div>
      <GiftForm filter={input} />
      {asked ? null : (
        <ul className="quick" aria-label="Often given">
          {QUICK.map(({ text: label, wish: quick }) => (
            <li key={label}>
              <a className="chip line" href={giftFinderHref(quick)}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
      {asked || !given ? (
        <section aria-labelledby="gifts-title" className="search-part">
          <h2 id="gifts-title" className="small">
            {flights.length > 0 ? countOf(flights.length) : 'No gift like that'}
          </h2>
          {flights.length > 0 ? (
            <Gifts flights={flights} guests={input.guests} />
          ) : given ? (
            <NothingFits relaxations={ways} />
          ) : (
            <p>No flight can be given just now.</p>
          )}
        </section>
      ) : null}
      <p className="search-part">
        A card is one seat on the flight you choose. They pick the day, any time in nine years.{' '}
        <a href="/gift">See every flight that can be given</a>, or read{' '}
        <a href="/buy-now-schedule-later">how it goes</a>.
      </p>
    </div>
  )
}

const countOf = (count: number) => `${String(count)} ${count === 1 ? 'flight fits' : 'flights fit'}`

function GiftForm({ filter }: { filter: GiftFilter }) {
  const most = filter.budget
  const budgets =
    most === undefined || BUDGETS.includes(most) ? BUDGETS : [...BUDGETS, most].sort((a, b) => a - b)
  return (
    <form className="search-form gift-form" action="/gift-finder" method="get" aria-label="A gift">
      <Select
        id="gift-for"
        name="for"
        label="Who is it for?"
        value={filter.for}
        any="Anybody"
        options={optionsOf(FOR_WHOM)}
      />
      <Select
        id="gift-guests"
        name="guests"
        label="How many fly?"
        value={filter.guests}
        options={GUESTS.map((value) => ({
          value,
          text: `${String(value)} ${value === 1 ? 'guest' : 'guests'}`,
        }))}
      />
      <Select
        id="gift-budget"
        name="budget"
        label="Up to, for all"
        value={most}
        any="Any price"
        options={budgets.map((value) => ({ value, text: `$${value.toLocaleString('en-US')}` }))}
      />
      <Select
        id="gift-mood"
        name="mood"
        label="What should it be?"
        value={filter.mood}
        any="A surprise"
        options={optionsOf(MOODS)}
      />
      <button className="btn">Find gifts</button>
    </form>
  )
}

const optionsOf = (record: Readonly<Record<string, string>>) =>
  Object.entries(record).map(([value, text]) => ({ value, text }))

function Gifts({ flights, guests }: { flights: readonly Flight[]; guests: number }) {
  return (
    <ol className="found">
      {flights.map((flight, index) => (
        <li key={flight.id}>
          <div className="art">
            <ProductPicture
              photo={flight}
              place={flight.place}
              tags={flight.tag_list}
              product={flight.id}
              eager={index < 2}
            />
          </div>
          <div className="found-text">
            <h3>
              <a href={`/product/${flight.slug}`}>{flight.name}</a>
            </h3>
            <p className="muted">
              {flight.duration_label} from {flight.departure_terminal_name}. {flight.subtitle}
              {guests > flight.seats ? ` ${String(flight.seats)} fly together; the others follow.` : null}
            </p>
          </div>
          <ul className="times" aria-label={`Gift cards for ${flight.name}`}>
            {flight.cards.map((card) => (
              <li key={card.id}>
                <a href={checkoutOf(flight.id, card)}>
                  <span>
                    {card.name}
                    <span className="vh">: give {flight.name}</span>
                  </span>
                  <span className="seats">
                    {card.cards === 1 ? 'one card' : `${String(card.cards)} cards`}
                  </span>
                  <b className="price">
                    {formatDollars(card.total)}
                    <small> in all</small>
                  </b>
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

const checkoutOf = (product: number, { id, cards }: Flight['cards'][number]) =>
  `/checkout/${String(product)}?gift_card=1${
    cards > 1 ? `&quantity=${String(cards)}` : ''
  }&fare=${String(id)}`

const LEFT: Record<Relaxation['omitted'], string> = {
  budget: 'at any price',
  mood: 'in another mood',
  for: 'for anybody',
  guests: 'for one guest',
}

/** The answers that could be removed, each with the lowest price it then leads to. */
function NothingFits({ relaxations }: { relaxations: readonly Relaxation[] }) {
  if (relaxations.length === 0) {
    return (
      <p>
        Nothing we fly fits all of it. <a href="/contact">Write to us</a> what you have in mind: we know the
        flights by heart.
      </p>
    )
  }
  return (
    <div className="stack">
      <p className="muted">Nothing we fly fits all of it. Look again</p>
      <ul className="without">
        {relaxations.map(({ omitted, filter, from }) => (
          <li key={omitted}>
            <a href={giftFinderHref(filter)}>
              {LEFT[omitted]}, from {formatDollars(from)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
