import { sql } from 'drizzle-orm'
import { correctTypos, splitWords } from '#contract/word-likeness.ts'
import { type Db } from '../db/client.ts'
import { type CatalogueEntry } from '../store/catalogue/read-catalogue.ts'

/**
 * The texts that a flight is found by: its name ranks highest, then where it flies, then its
 * descriptions.
 */
interface FlightText {
  id: number
  name: string
  about: string
  told: string
}

const texts = new WeakMap<CatalogueEntry, FlightText>()

/**
 * Removes accents and signs, as for the query, because databases differ in what they accept as a
 * letter.
 */
const normaliseText = (text: string) => splitWords(text).join(' ')

function textOf(entry: CatalogueEntry): FlightText {
  const known = texts.get(entry)
  if (known) return known
  const { product, departureTerminal: from, arrivalTerminal: to, departures, categories } = entry
  const tags = new Set([...product.tagList, ...departures.flatMap((rule) => rule.tagList)])
  const sunset = departures.some((rule) => rule.departureType === 'sunset') ? 'sunset evening' : ''
  const text = {
    id: product.id,
    name: normaliseText(product.name),
    about: normaliseText(
      [
        product.subtitle,
        product.durationLabel,
        [...tags].join(' ').replaceAll('_', ' '),
        sunset,
        ...[from, to].flatMap(({ name, subtitle, city, state, code }) => [name, subtitle, city, state, code]),
        ...categories.map(({ name }) => name),
      ].join(' '),
    ),
    told: normaliseText(
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
  /** The rank by product id; higher is better. */
  ranks: ReadonlyMap<number, number>
  /** The corrected words, if they found the flights instead of the typed ones. */
  correctedQuery: string | null
}

/**
 * Finds flights by PostgreSQL's English full-text search: those that contain all words, or else
 * those with some of them. Typos are corrected by the words of the flights. One query.
 */
export async function matchWords(
  db: Db,
  entries: readonly CatalogueEntry[],
  typed: string,
): Promise<WordMatch> {
  const flights = entries.map(textOf)
  const known = new Set(flights.flatMap(({ name, about, told }) => splitWords(`${name} ${about} ${told}`)))
  const corrected = correctTypos(typed, known) ?? null
  const { rows } = (await db.execute(sql`
    with asked as (
      select way, websearch_to_tsquery('english', words) as all_of,
        replace(websearch_to_tsquery('english', words)::text, ' & ', ' | ')::tsquery as any_of
      from (values (1, ${splitWords(typed).join(' ')}), (2, ${corrected ?? ''})) as w (way, words)
    ), flight as (
      select f.id, setweight(to_tsvector('english', f.name), 'A')
        || setweight(to_tsvector('english', f.about), 'B')
        || setweight(to_tsvector('english', f.told), 'C') as doc
      from json_to_recordset(${JSON.stringify(flights)}::json) as f (id int, name text, about text, told text)
    )
    select flight.id, asked.way, doc @@ all_of as whole, ts_rank(doc, any_of) as rank
    from flight join asked on numnode(all_of) > 0 and doc @@ any_of`)) as unknown as { rows: Match[] }
  const found = [1, 2].map((way) => best(rows.filter((row) => row.way === way)))
  // The typed words take precedence if all of them are found: a name may look like a typo of
  // another word.
  const [typedMatches = [], correctedMatches = []] = found
  const useCorrected =
    corrected !== null && !typedMatches.some((row) => row.whole) && correctedMatches.length > 0
  return {
    ranks: new Map(
      (useCorrected ? correctedMatches : typedMatches).map(({ id, rank }) => [id, Number(rank)]),
    ),
    correctedQuery: useCorrected ? corrected : null,
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
