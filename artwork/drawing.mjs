/**
 * A hash of the drawings, which is part of every picture's address, so that browsers may cache
 * pictures for ever. When the generator draws anything differently, `artwork/artwork.test.ts` fails
 * and prints the new hash.
 */
export const DRAWING = '9d5d715c'
