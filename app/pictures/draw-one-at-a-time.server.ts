/** Each drawing occupies a processor, and the pages of the shop need the others. */
const AT_ONCE = 2

let drawing = 0
const waiting: (() => void)[] = []

/** Draws a picture when its turn has come: at most two at once, first come first served. */
export async function drawInTurn<T>(draw: () => Promise<T>): Promise<T> {
  if (drawing < AT_ONCE) drawing++
  else await new Promise<void>((begin) => waiting.push(begin))
  try {
    return await draw()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else drawing--
  }
}
