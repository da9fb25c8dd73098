/** `passengers_missing` → `passengers missing` */
export const inWords = (name: string): string => name.replace(/[._:]/g, ' ')

/** `passengers_missing` → `Passengers missing` */
export function asTitle(name: string): string {
  const words = inWords(name)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
