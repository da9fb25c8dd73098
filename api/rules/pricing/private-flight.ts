/** The product whose fees and credit the specification sets (sections 6 and 9). */
export const PRIVATE_FLIGHT = { name: '12-Minute Private Flight', feePriceCents: 119_800 } as const

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Whether a product has that name, regardless of case and spaces. */
export const isPrivateFlight = (name: string): boolean => plain(name) === plain(PRIVATE_FLIGHT.name)
