// Reaches the browser: nothing that checks belongs here.

/** The name of a passenger's field, on every page that has one. */
export const passengerField = (index: number, field: 'full_name' | 'weight') =>
  `passengers[${String(index)}].${field}`
