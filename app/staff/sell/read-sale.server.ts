import { z } from 'zod'
import { type SaleKind, upgradeAnswer, upgradeQuantity } from './sell-shape.ts'

const MOST_UPGRADES = 20
const CHOOSE_FARE = 'Please choose what the gift cards are for.'
const CHOOSE_DEPARTURE = 'Please choose a departure.'
const QUANTITY = 'Please input a quantity'
const MANY_NAMES = 'There are more names than people who fly.'

const text = (most: number) =>
  z
    .string()
    .trim()
    .transform((typed) => typed.slice(0, most))
    .default('')
const quantity = z.number({ error: QUANTITY }).int().min(1, QUANTITY).max(60)
const common = {
  quantity,
  codes: text(2000),
  // The customer is validated only when the order is placed, so that staff can quote a price before
  // they ask for a name.
  email: text(500),
  full_name: text(500),
  phone: text(500),
  channel: z.enum(['counter', 'phone']).catch('counter'),
}

const GiftSale = z.object({ ...common, fare: z.string({ error: CHOOSE_FARE }).transform(Number) })

/** @param upgrades the ids of the upgrades on offer */
const flightSale = (upgrades: readonly number[]) =>
  z
    .object({
      ...common,
      departure: z.string({ error: CHOOSE_DEPARTURE }).transform((typed) => {
        const [id, depart_at = ''] = typed.split(' ')
        return { departure_id: Number(id), depart_at }
      }),
      names: text(8000).transform(passengersIn),
      upgrade: z.array(z.number().int()),
      ...Object.fromEntries(upgrades.map((id) => [upgradeQuantity(id), z.number().optional()])),
      ...Object.fromEntries(upgrades.map((id) => [upgradeAnswer(id), text(500)])),
    })
    .refine(({ names, quantity: people }) => names.length <= people, { error: MANY_NAMES, path: ['names'] })
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
      return { ...sale, upgrades: ticked }
    })

/** The parsed fields of a sale. */
export type Sale =
  | ({ kind: 'gift_card' } & z.output<typeof GiftSale>)
  | ({ kind: 'seat' | 'flight' } & z.output<ReturnType<typeof flightSale>>)

/** The form of a sale. */
export const saleForm = (kind: SaleKind, upgrades: readonly number[]) =>
  kind === 'gift_card'
    ? GiftSale.transform((sale): Sale => ({ kind, ...sale }))
    : flightSale(upgrades).transform((sale): Sale => ({ kind, ...sale }))

/** "Ada Lind, 150" on each line. */
function passengersIn(names: string) {
  const lines = names
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return lines.map((line) => {
    const [, name = line, weight] = /^(.*?)(?:[,;]\s*(\d{1,3})(?:\s*lbs?)?)?$/.exec(line) ?? []
    return { full_name: name, ...(weight === undefined ? {} : { weight: Number(weight) }) }
  })
}
