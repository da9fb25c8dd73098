/**
 * What a page tells, without the numbers that are nobody's: the strokes of drawings, and the places
 * of values in the data that a hydrated page carries (`"_12":34`, `[5,6]`). The values themselves
 * stay.
 */
export const extractVisibleText = (html: string): string =>
  html
    .replace(/ d="[^"]*"/g, '')
    .replace(/"_\d+\\*":-?\d+/g, '')
    .replace(/\[(?:-?\d+,)*-?\d+\]/g, '')
