import { z } from 'zod'
import { TypedDollars } from '../parts/parse-dollars.server.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import {
  passengerName,
  passengerType,
  passengerWeight,
  PAY_WAYS,
  type PayWay,
  type SaleKind,
  upgradeAnswer,
  upgradeQuantity,
} from './sell-shape.ts'
import { MOST_PEOPLE, readSecond } from './sell-state.ts'

const MOST_UPGRADES = 20
const CHOOSE_FARE = 'Please choose what the gift cards are for.'
const CHOOSE_DEPARTURE = 'Please choose a time.'
const QUANTITY = 'Please input a quantity'
const WEIGHT = 'In whole pounds, from 1 to 999'

const text = (most: number) =>
  z
    .string()
    .trim()
    .transform((typed) => typed.slice(0, most))
    .default('')
const quantity = z.number({ error: QUANTITY }).int().min(1, QUANTITY).max(MOST_PEOPLE)
const common = {
  quantity,
  codes: text(2000),
  // The customer is validated only when the order is placed, so that staff can quote a price before
  // they ask for a name.
  email: text(500),
  full_name: text(500),
  phone: text(500),
  text_consent: z.string().max(600).optional(),
  pay: z.custom<PayWay>((way) => PAY_WAYS.some((one) => one === way)).catch('link'),
  part: TypedDollars.optional(),
  /** On the clock of the terminal. */
  rest_due: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Please choose a day and a time')
    .optional(),
  handed: TypedDollars.optional(),
  slip: text(80),
}

const GiftSale = z.object({ ...common, fare: z.string({ error: CHOOSE_FARE }).transform(Number) })

const People = z.object({ quantity: quantity.catch(1) })

/** The number of people that a form has fields for. */
export const readPeople = (form: FormData): number => readForm(form, People).quantity

/** A passenger as typed; one without a name may still be weighed for the price. */
export interface TypedPassenger {
  /** The passenger's place in the form, from 1. */
  at: number
  full_name: string
  weight: number | null
  /** The passenger type; null for an adult. */
  typeId: number | null
}

/** A walk-in without an e-mail is known by a name: where none is typed, by that of the first passenger. */
const nameCustomer = (
  { email, full_name: name }: { email: string; full_name: string },
  [first]: readonly TypedPassenger[],
): string => (email === '' && name === '' ? (first?.full_name ?? '') : name)

/**
 * @param upgrades the ids of the upgrades on offer
 * @param people how many passengers have fields
 */
const flightSale = (upgrades: readonly number[], people: number) => {
  const rows = Array.from({ length: people }, (_, at) => at + 1)
  const weight = z.number({ error: WEIGHT }).int(WEIGHT).min(1, WEIGHT).max(999, WEIGHT).optional()
  return z
    .object({
      ...common,
      departure: z.string({ error: CHOOSE_DEPARTURE }).transform((typed) => {
        const [id, depart_at = ''] = typed.split(' ')
        return { departure_id: Number(id), depart_at, second: readSecond(typed) }
      }),
      ...Object.fromEntries(rows.map((at) => [passengerName(at), text(120)])),
      ...Object.fromEntries(rows.map((at) => [passengerWeight(at), weight])),
      ...Object.fromEntries(
        rows.map((at) => [passengerType(at), z.number().int().optional().catch(undefined)]),
      ),
      upgrade: z.array(z.number().int()),
      staff_price: TypedDollars.optional(),
      staff_price_reason: text(500),
      ...Object.fromEntries(upgrades.map((id) => [upgradeQuantity(id), z.number().optional()])),
      ...Object.fromEntries(upgrades.map((id) => [upgradeAnswer(id), text(500)])),
    })
    .transform(({ upgrade, ...sale }) => {
      const details = new Map<string, unknown>(Object.entries(sale))
      const ticked = upgrade.slice(0, MOST_UPGRADES).map((id) => {
        const [many, answer] = [details.get(upgradeQuantity(id)), details.get(upgradeAnswer(id))]
        return {
          upgrade_id: id,
          ...(typeof many === 'number' ? { quantity: many } : {}),
          ...(typeof answer === 'string' && answer !== '' ? { meta: { answer } } : {}),
        }
      })
      const passengers = rows.map((at): TypedPassenger => {
        const [name, lbs] = [details.get(passengerName(at)), details.get(passengerWeight(at))]
        const typeId = details.get(passengerType(at))
        return {
          at,
          full_name: typeof name === 'string' ? name : '',
          weight: typeof lbs === 'number' ? lbs : null,
          typeId: typeof typeId === 'number' ? typeId : null,
        }
      })
      return { ...sale, full_name: nameCustomer(sale, passengers), passengers, upgrades: ticked }
    })
}

/** The parsed fields of a sale. */
export type FlightSale = { kind: 'seat' | 'flight' } & z.output<ReturnType<typeof flightSale>>
export type Sale = ({ kind: 'gift_card' } & z.output<typeof GiftSale>) | FlightSale

/** The seats of a sale, by flight: those whom the second one does not take fly on the first. */
export function seatItems({ departure, quantity }: Pick<FlightSale, 'departure' | 'quantity'>) {
  const { second, ...first } = departure
  return second ? [{ ...first, quantity: quantity - second.quantity }, second] : [{ ...first, quantity }]
}

const makeSaleForm = (kind: SaleKind, upgrades: readonly number[], people: number) =>
  kind === 'gift_card'
    ? GiftSale.transform((sale): Sale => ({ kind, ...sale }))
    : flightSale(upgrades, people).transform((sale): Sale => ({ kind, ...sale }))

/** Making a schema of so many fields takes longer than reading a form by it. */
const saleForms = new Map<string, ReturnType<typeof makeSaleForm>>()
const MOST_FORMS = 100

/** The form of a sale. */
export function saleForm(kind: SaleKind, upgrades: readonly number[], people: number) {
  const key = `${kind} ${upgrades.join()} ${String(people)}`
  const known = saleForms.get(key)
  if (known) return known
  const made = makeSaleForm(kind, upgrades, people)
  if (saleForms.size >= MOST_FORMS) saleForms.clear()
  saleForms.set(key, made)
  return made
}
