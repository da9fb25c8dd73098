/**
 * Which drawing this is: part of every picture's address, so that browsers may keep pictures for
 * good. When the generator draws anything differently, `artwork/artwork.test.ts` fails and says
 * what to write here.
 */
export const DRAWING = '9d5d715c'
