import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type RowFormValues } from '../catalogue/row-input.ts'
import { type ProductChoices } from './load-products.server.ts'
import { describeTypes } from './seat-type-rows.ts'
import { labelOf, PRODUCT_FIELDS } from './product-form.ts'
import { AVAILABILITY, FOCAL_POINTS, MIN_MISSED, NO_SHOW, PLACES } from './product-words.ts'
import { type ProductValues } from './read-product-form.server.ts'
import { cellName } from './timetable-cells.ts'

interface Versions {
  /** As it was when the form was made. */
  was: ProductValues
  /** As somebody else saved it. */
  now: ProductValues
  /** As it was typed, with the names of the changed fields. */
  mine: { values: RowFormValues; fly: readonly string[]; names: readonly string[] }
}

const without = (cells: readonly string[], others: readonly string[]) =>
  cells.filter((cell) => !others.includes(cell))

/** What somebody else saved meanwhile: in a sentence, and beside each field that both changed. */
export function describeProductConflict({
  was,
  now,
  mine,
  choices,
}: Versions & { choices: ProductChoices }): {
  failure: string
  problems: Record<string, string[]>
} {
  const theirs = PRODUCT_FIELDS.filter((name) => now[name] !== was[name])
  const both = theirs.filter((name) => mine.names.includes(name))
  const boxes = describeBoxes(was.fly, now.fly)
  const called = [...theirs.map(labelOf), ...(boxes === '' ? [] : ['Timetable'])].join(', ')
  const changed = called === '' ? '' : ` and changed: ${called}`
  return {
    failure:
      `Somebody else saved this product while you had it open${changed}. ` +
      'Nothing of yours is lost: it is below, and nothing is saved yet. Look it over and save again.',
    problems: {
      ...Object.fromEntries(
        both.map((name) => [name, [`Somebody else wrote: ${valueName(name, now[name] ?? '', choices)}`]]),
      ),
      ...(boxes === '' ? {} : { fly: [`Somebody else changed the timetable: ${boxes}`] }),
    },
  }
}

/** The most boxes that are named. */
const MOST_NAMED = 6

function describeBoxes(was: readonly string[], now: readonly string[]): string {
  const names = (cells: readonly string[]) =>
    cells.slice(0, MOST_NAMED).map(cellName).join(', ') +
    (cells.length > MOST_NAMED ? ` and ${String(cells.length - MOST_NAMED)} more` : '')
  const [added, ended] = [without(now, was), without(was, now)]
  return [
    added.length > 0 ? `${names(added)} now flies.` : '',
    ended.length > 0 ? `${names(ended)} no longer flies.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** A value as the page names it. */
function valueName(
  name: (typeof PRODUCT_FIELDS)[number],
  value: string | string[],
  { terminals, aircraftTypes, brands }: ProductChoices,
): string {
  const text = [value].flat().join(', ')
  if (text === '') return 'nothing'
  const lists = { departure_terminal_id: terminals, aircraft_type_id: aircraftTypes, brand_id: brands }
  const list = name in lists ? lists[name as keyof typeof lists] : undefined
  if (list) return list.find(({ id }) => String(id) === text)?.name ?? text
  if (name === 'photo') return 'another photo'
  if (name === 'photo_focal') return FOCAL_POINTS[text as keyof typeof FOCAL_POINTS]
  if (name === 'passenger_types') return describeTypes(text)
  if (name === 'place') return PLACES[text as keyof typeof PLACES]
  if (name === 'no_show') return NO_SHOW[text as keyof typeof NO_SHOW]
  if (name === 'min_missed') return MIN_MISSED[text as keyof typeof MIN_MISSED]
  return name === 'availability' ? AVAILABILITY[text as keyof typeof AVAILABILITY] : text
}

/** The form's values: those of the other person, except where this form changed something. */
export function mergeConflict({ was, now, mine }: Versions): NonNullable<FormAnswer['initialValue']> {
  const own = Object.fromEntries(mine.names.map((name) => [name, mine.values[name] ?? '']))
  const fly = [...without(now.fly, without(was.fly, mine.fly)), ...without(mine.fly, was.fly)]
  return { ...now, ...own, fly: [...new Set(fly)] }
}
