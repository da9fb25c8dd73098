import { type ReferenceField } from '#contract/means-of-payment.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'
import { REFERENCE_LABELS } from './order-forms.ts'

/** How many guests one form adds. */
export const MOST_GUESTS = 8

type GuestField = `${'name' | 'weight' | 'type'}_${number}`
/** The fields of a guest; the first one is 1. */
export const guestName = (at: number): GuestField => `name_${at}`
export const guestWeight = (at: number): GuestField => `weight_${at}`
export const guestType = (at: number): GuestField => `type_${at}`

export const guestRows = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

/** How many guests the address asks for. */
export function readGuestCount(query: URLSearchParams): number {
  const text = query.get('n') ?? ''
  return /^\d{1,2}$/.test(text) ? Math.min(MOST_GUESTS, Math.max(1, Number(text))) : 1
}

/** @param count how many guests have fields */
export const guestShape = (count: number): FormShape<GuestField | ReferenceField> => ({
  id: 'guests',
  labels: {
    ...(Object.fromEntries(
      guestRows(count).flatMap((at) => [
        [guestName(at), `Guest ${String(at)}, name`],
        [guestWeight(at), `Guest ${String(at)}, weight in pounds`],
        [guestType(at), `Guest ${String(at)}, seat for`],
      ]),
    ) as Record<GuestField, string>),
    ...REFERENCE_LABELS,
  },
})
