import { z } from 'zod'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { refusalStatus } from '../../ui/form/read-form.server.ts'
import { listSentTexts, readForm, SentText } from '../../ui/form/sent-values.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { findHold, holdSeats, releaseHold } from './hold.server.ts'
import { findSaleDay } from './load-sell-page.server.ts'
import { readPeople } from './read-sale.server.ts'
import { askToSell, type SaleDone, sellOrder } from './place-sale.server.ts'
import { priceSale, readSale, upgradesIn } from './price-sale.server.ts'
import { type SellAnswer } from './sell-answer.ts'
import { passengerName, passengerType, passengerWeight, sellShape } from './sell-shape.ts'
import {
  MOST_PEOPLE,
  readSecond,
  readSellState,
  type SellPart,
  type SellState,
  sellPath,
} from './sell-state.ts'
import { listTyped, type TypedSale } from './typed-sale.server.ts'

/** What a press led to: the next address with what was typed, the order, or the page once more. */
export type SellDone = { to: string; typed: TypedSale } | SaleDone | SellAnswer

const Buttons = z.object({
  intent: z.enum(['price', 'sell', 'ask', 'release']).catch('price'),
  /** The choice whose button was pressed: `date=2027-05-13`. */
  choose: SentText,
  /** The passenger who is taken out again, from 1. */
  remove: z.number().int().optional().catch(undefined),
})

/**
 * Does what was pressed. A choice leads to its address, and moves the seats that are held if it
 * changes the time or the party; what was typed goes along.
 */
export async function handleSell(staff: StaffVisit, request: Request, form: FormData): Promise<SellDone> {
  const state = readSellState(new URL(request.url).searchParams)
  const { intent, choose, remove } = readForm(form, Buttons)
  if (choose !== undefined) return choosePart(staff, state, form, new URLSearchParams(choose))
  if (remove !== undefined) return removePassenger(staff, state, form, remove)
  if (intent === 'release') {
    await releaseHold(staff, state.hold)
    return { to: sellPath({}), typed: {} }
  }
  if (intent === 'sell') {
    const sold = await sellOrder(staff, request, state, form)
    return 'order' in sold ? sold : withDay(staff, state, form, sold)
  }
  if (intent === 'ask') {
    const done = await askToSell(staff, state, form)
    if (!('asked' in done)) return withDay(staff, state, form, done)
    await releaseHold(staff, state.hold)
    return { to: `${sellPath({})}?asked=${done.asked}`, typed: {} }
  }
  return withDay(staff, state, form, await priceSale(staff, state.kind, form))
}

/** The times of the page as they are for the weights that were typed. */
async function withDay(
  staff: StaffVisit,
  state: SellState,
  form: FormData,
  answer: SellAnswer,
): Promise<SellAnswer> {
  const { submission } = readSale(state.kind, form)
  if (submission.status !== 'success' || !('passengers' in submission.value)) return answer
  const weights = submission.value.passengers.map(({ weight }) => weight)
  if (state.date === undefined || weights.every((weight) => weight === null)) return answer
  const day = await findSaleDay(staff, { ...state, date: state.date }, weights)
  return day ? { ...answer, day } : answer
}

/** The part of the page that a choice belongs to. */
const PART_OF: Readonly<Record<string, SellPart>> = {
  kind: 'what',
  product: 'what',
  date: 'day',
  from: 'day',
  month: 'day',
  departure: 'time',
  people: 'party',
}

async function choosePart(
  staff: StaffVisit,
  state: SellState,
  form: FormData,
  choice: URLSearchParams,
): Promise<SellDone> {
  const [name = ''] = choice.keys()
  const read = readSellState(choice)
  const chosen = Object.fromEntries(
    Object.entries(read).filter(([field]) => choice.has(field)),
  ) as Partial<SellState>
  const next: SellState = { ...state, ...chosen, at: PART_OF[name] }
  const typed = typedIn(state, form)
  switch (name) {
    case 'kind':
    case 'product':
      // Seats of another flight are of no use to this caller, and others wait for them.
      await releaseHold(staff, state.hold)
      return { to: sellPath({ ...next, departure: undefined, hold: undefined }), typed }
    case 'date':
      return { to: sellPath({ ...next, month: false }), typed }
    case 'departure':
      return moveHold(staff, state, next, { form, typed })
    case 'people':
      // Another party is divided anew, so its time is chosen once more.
      if (isPair(state)) return chooseTimeAgain(staff, next, typed)
      return next.hold === undefined
        ? { to: sellPath(next), typed }
        : moveHold(staff, state, next, { form, typed })
    default:
      return { to: sellPath(next), typed }
  }
}

const isPair = ({ departure }: SellState) => departure !== undefined && readSecond(departure) !== undefined

/** The sale without its time, whose seats are given back. */
async function chooseTimeAgain(staff: StaffVisit, state: SellState, typed: TypedSale): Promise<SellDone> {
  await releaseHold(staff, state.hold)
  return { to: sellPath({ ...state, departure: undefined, hold: undefined }), typed }
}

const typedIn = ({ kind }: SellState, form: FormData): TypedSale =>
  listTyped(sellShape(kind, upgradesIn(form), readPeople(form)), form)

const ROW_FIELDS = { name: passengerName, weight: passengerWeight, type: passengerType }

/** Takes a row out: those below move up, with their weights and types. */
async function removePassenger(
  staff: StaffVisit,
  state: SellState,
  form: FormData,
  removed: number,
): Promise<SellDone> {
  const people = readPeople(form)
  const kept = new FormData()
  for (const [name, value] of listSentTexts(form)) {
    const [, field, row] = /^(name|weight|type)_(\d+)$/.exec(name) ?? []
    const at = Number(row)
    if (field === undefined || at < removed) kept.append(name, value)
    else if (at > removed) kept.append(ROW_FIELDS[field as keyof typeof ROW_FIELDS](at - 1), value)
  }
  const next: SellState = { ...state, people: Math.max(1, people - 1), at: 'party' }
  const typed = typedIn(state, kept)
  if (isPair(state)) return chooseTimeAgain(staff, next, typed)
  return state.hold === undefined
    ? { to: sellPath(next), typed }
    : moveHold(staff, state, next, { form: kept, typed, back: form })
}

interface Typed {
  form: FormData
  typed: TypedSale
  /** The form as the page has it, if it differs. */
  back?: FormData
}

/**
 * Holds the seats of the next address in place of those of the present one. If they cannot be had,
 * the present ones stay held, and the page stays as it is.
 */
async function moveHold(
  staff: StaffVisit,
  state: SellState,
  next: SellState,
  { form, typed, back = form }: Typed,
): Promise<SellDone> {
  const wanted = new FormData()
  for (const [name, value] of listSentTexts(form))
    if (name !== 'departure' && name !== 'quantity') wanted.append(name, value)
  wanted.set('departure', next.departure ?? '')
  wanted.set('quantity', String(Math.min(next.people, MOST_PEOPLE)))
  const { submission } = readSale(next.kind, wanted)
  const present = readSale(state.kind, back)
  if (submission.status !== 'success' || submission.value.kind === 'gift_card') {
    const { error } = submission.reply()
    return withDay(staff, state, back, present.refuse(422, { errors: messagesOf(error) }))
  }
  const before = await findHold(staff, state.hold)
  const held = await holdSeats(staff, submission.value, before?.id)
  if (held.ok) return { to: sellPath({ ...next, hold: held.data.order.id }), typed }
  const kept = before?.until ? ' The seats held before are still held.' : ''
  const message = `${held.message.replace(/\.?$/, '.')}${kept}`
  const answer = present.refuse(refusalStatus(held), { errors: { departure: [message] } })
  return withDay(staff, state, back, answer)
}

const messagesOf = (error: FormAnswer['error']): Record<string, string[]> =>
  Object.fromEntries(Object.entries(error ?? {}).map(([name, messages]) => [name, messages ?? []]))
