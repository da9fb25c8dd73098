import { sql } from 'drizzle-orm'
import { correctTypos, splitWords } from '#contract/word-likeness.ts'
import { type Db } from '../db/client.ts'
import { type CatalogueEntry } from '../store/catalogue/load-catalogue.ts'

/**
 * How a flight is found by words: by its name first, then by where it flies, then by what is told
 * of it.
 */
interface FlightText {
  id: number
  name: string
  about: string
  told: string
}

const texts = new WeakMap<CatalogueEntry, FlightText>()

/** Without accents and signs, as what is typed: databases differ in what they take for a letter. */
const plain = (text: string) => splitWords(text).join(' ')

function textOf(entry: CatalogueEntry): FlightText {
  const known = texts.get(entry)
  if (known) return known
  const { product, departureTerminal: from, arrivalTerminal: to, departures, categories } = entry
  const tags = new Set([...product.tagList, ...departures.flatMap((rule) => rule.tagList)])
  const sunset = departures.some((rule) => rule.departureType === 'sunset') ? 'sunset evening' : ''
  const text = {
    id: product.id,
    name: plain(product.name),
    about: plain(
      [
        product.subtitle,
        product.durationLabel,
        [...tags].join(' ').replaceAll('_', ' '),
        sunset,
        ...[from, to].flatMap(({ name, subtitle, city, state, code }) => [name, subtitle, city, state, code]),
        ...categories.map(({ name }) => name),
      ].join(' '),
    ),
    told: plain(
      [
        product.description,
        product.included.join(' '),
        ...product.routeStops.flatMap(({ name, description }) => [name, description]),
      ].join(' '),
    ),
  }
  texts.set(entry, text)
  return text
}

export interface WordMatch {
  /** By product id; the higher the better. */
  ranks: ReadonlyMap<number, number>
  /** The words that found them, where they are not those that were typed. */
  correctedQuery: string | null
}

/**
 * The flights that some words mean, by PostgreSQL's full text in English: those with all of them,
 * or where there are none, those with some. Slips are put right by the words of the flights
 * themselves. One query.
 */
export async function matchWords(
  db: Db,
  entries: readonly CatalogueEntry[],
  typed: string,
): Promise<WordMatch> {
  const flights = entries.map(textOf)
  const known = new Set(flights.flatMap(({ name, about, told }) => splitWords(`${name} ${about} ${told}`)))
  const readAs = correctTypos(typed, known) ?? null
  const { rows } = (await db.execute(sql`
    with asked as (
      select way, websearch_to_tsquery('english', words) as all_of,
        replace(websearch_to_tsquery('english', words)::text, ' & ', ' | ')::tsquery as any_of
      from (values (1, ${splitWords(typed).join(' ')}), (2, ${readAs ?? ''})) as w (way, words)
    ), flight as (
      select f.id, setweight(to_tsvector('english', f.name), 'A')
        || setweight(to_tsvector('english', f.about), 'B')
        || setweight(to_tsvector('english', f.told), 'C') as doc
      from json_to_recordset(${JSON.stringify(flights)}::json) as f (id int, name text, about text, told text)
    )
    select flight.id, asked.way, doc @@ all_of as whole, ts_rank(doc, any_of) as rank
    from flight join asked on numnode(all_of) > 0 and doc @@ any_of`)) as unknown as { rows: Match[] }
  const found = [1, 2].map((way) => best(rows.filter((row) => row.way === way)))
  // What was typed counts as long as all of it is found somewhere: a name may look like another
  // word's slip.
  const [asTyped = [], asRead = []] = found
  const takeRead = readAs !== null && !asTyped.some((row) => row.whole) && asRead.length > 0
  return {
    ranks: new Map((takeRead ? asRead : asTyped).map(({ id, rank }) => [id, Number(rank)])),
    correctedQuery: takeRead ? readAs : null,
  }
}

interface Match {
  id: number
  way: number
  whole: boolean
  rank: number
}

const best = (rows: readonly Match[]) =>
  rows.some((row) => row.whole) ? rows.filter((row) => row.whole) : rows
