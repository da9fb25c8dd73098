/** A piece of a text, as it stands in both versions or in one of them. */
export interface Piece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** A line of the comparison; `skipped` stands for lines that are the same and far from a change. */
export type ComparedLine = { kind: 'line'; pieces: Piece[] } | { kind: 'skipped'; lines: number }

/** More than this many pairs of pieces are not compared one by one: a text that long was replaced. */
const MOST_PAIRS = 4_000_000
/** The lines around a change that are shown for orientation. */
const AROUND = 1

/**
 * What differs between two versions of a text: line by line, and word by word where a line was
 * rewritten. Empty when nothing differs; blank lines do not count.
 */
export function compareWords(before: string, after: string): ComparedLine[] {
  const lines = pairLines(comparePieces(linesOf(before), linesOf(after)))
  return lines.some(isChanged) ? skipFarLines(lines) : []
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
const isChanged = (pieces: readonly Piece[]) => pieces.some(({ kind }) => kind !== 'same')

/** The longest sequence that both lists have in common stays; the rest was removed or added. */
function comparePieces(before: readonly string[], after: readonly string[]): Piece[] {
  let head = 0
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head += 1
  let tail = 0
  const room = Math.min(before.length, after.length) - head
  while (tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const same = (texts: readonly string[]) => texts.map((text): Piece => ({ kind: 'same', text }))
  return [
    ...same(before.slice(0, head)),
    ...compareMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ]
}

function compareMiddle(before: readonly string[], after: readonly string[]): Piece[] {
  const removed = (text: string): Piece => ({ kind: 'removed', text })
  const added = (text: string): Piece => ({ kind: 'added', text })
  const width = after.length + 1
  if ((before.length + 1) * width > MOST_PAIRS) return [...before.map(removed), ...after.map(added)]
  // How many pieces both have in common from here on.
  const common = new Uint16Array((before.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pieces: Piece[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]]
    if (old !== undefined && old === fresh) {
      pieces.push({ kind: 'same', text: old })
      i += 1
      j += 1
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push(removed(old))
      i += 1
    } else {
      pieces.push(added(fresh ?? ''))
      j += 1
    }
  }
  return pieces
}

/** Removed lines meet the added ones that follow them: those were rewritten. */
function pairLines(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = []
  let at = 0
  while (at < pieces.length) {
    const [removed, added] = [takeKind(pieces, at, 'removed'), []] as [Piece[], Piece[]]
    added.push(...takeKind(pieces, at + removed.length, 'added'))
    if (removed.length + added.length === 0) {
      const piece = pieces[at]
      if (piece) lines.push([piece])
      at += 1
      continue
    }
    at += removed.length + added.length
    for (let one = 0; one < Math.max(removed.length, added.length); one += 1)
      lines.push(...rewritten(removed[one], added[one]))
  }
  return lines
}

const takeKind = (pieces: readonly Piece[], from: number, kind: Piece['kind']): Piece[] => {
  const rest = pieces.slice(from)
  const end = rest.findIndex((piece) => piece.kind !== kind)
  return end < 0 ? rest : rest.slice(0, end)
}

/** One line with its changed words, or both lines where hardly a word is the same. */
function rewritten(removed: Piece | undefined, added: Piece | undefined): Piece[][] {
  if (!removed || !added) return [removed ?? [], added ?? []].flat().map((piece) => [piece])
  const words = comparePieces(splitWords(removed.text), splitWords(added.text))
  const kept = words.filter(({ kind, text }) => kind === 'same' && text.trim() !== '').length
  const written = splitWords(added.text).filter((text) => text.trim() !== '').length
  return kept * 3 >= written ? [joinPieces(words)] : [[removed], [added]]
}

const splitWords = (line: string) => line.split(/(\s+)/).filter((word) => word !== '')

/** Neighbours of one kind become one piece; blanks between changed words change with them. */
function joinPieces(words: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const { kind, text } of words) {
    const last = joined.at(-1)
    if (last?.kind === kind) last.text += text
    else joined.push({ kind, text })
  }
  return joined
}

function skipFarLines(lines: readonly Piece[][]): ComparedLine[] {
  const near = lines.map((_, at) => lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(isChanged))
  const shown: ComparedLine[] = []
  lines.forEach((pieces, at) => {
    const last = shown.at(-1)
    if (near[at]) shown.push({ kind: 'line', pieces })
    else if (last?.kind === 'skipped') last.lines += 1
    else shown.push({ kind: 'skipped', lines: 1 })
  })
  return shown
}
