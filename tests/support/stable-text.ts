/**
 * Returns a page's text without numbers that carry no data: the strokes of drawings, and references
 * between values in the data of a hydrated page (`"_12":34`, `[5,6]`). The values themselves stay.
 */
export const extractVisibleText = (html: string): string =>
  html
    .replace(/ d="[^"]*"/g, '')
    .replace(/"_\d+\\*":-?\d+/g, '')
    .replace(/\[(?:-?\d+,)*-?\d+\]/g, '')
