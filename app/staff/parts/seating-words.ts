import { type SeatingLoad } from '#contract/seating.ts'

interface LoadWords {
  /** `Row 2` */
  part: string
  /** `291` */
  value: string
  /** `of 500 lb`; empty without a limit. */
  limit: string
}

const figure = (value: number): string => value.toLocaleString('en-US')

/** A load of a seating with its limits, in words. */
export function describeLoad(
  { kind, row, value, min, max }: SeatingLoad,
  pilotLbs: number | null,
): LoadWords {
  if (kind === 'centre_of_gravity') {
    const part = 'Centre of gravity without fuel'
    return { part, value: figure(value), limit: `in, from ${figure(min ?? 0)} to ${figure(max ?? 0)}` }
  }
  if (kind === 'front') {
    const people = value === 1 ? '1 person' : `${figure(value)} people`
    return {
      part: 'Beside the pilot',
      value: value === 0 ? 'kept' : people,
      limit: value === 0 ? '' : 'who may not',
    }
  }
  const parts = {
    row: `Row ${String(row)}`,
    left: 'Left side',
    right: 'Right side',
    difference: pilotLbs === null ? 'Difference' : `Difference, pilot with ${String(pilotLbs)} lb`,
  }
  return { part: parts[kind], value: figure(value), limit: max === null ? 'lb' : `of ${figure(max)} lb` }
}
