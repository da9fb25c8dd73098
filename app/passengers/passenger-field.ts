// This file is part of the browser's bundle, so it must not import validation.

/** The name of a passenger's field, the same on all pages. */
export const passengerField = (index: number, field: 'full_name' | 'weight') =>
  `passengers[${String(index)}].${field}`
