import { describe, expect, test } from 'vitest'
import { type ComparedLine, compareWords } from './compare-words.ts'

/** `-removed-` and `+added+`, line by line; `…2` for two lines that are skipped. */
const show = (lines: readonly ComparedLine[]) =>
  lines.map((line) =>
    line.kind === 'skipped'
      ? `…${String(line.lines)}`
      : line.pieces
          .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))
          .join(''),
  )

describe(compareWords, () => {
  test('marks the words of a line that were replaced', () => {
    expect(show(compareWords('No drugs in the last 8 hours.', 'No drugs in the last 12 hours.'))).toEqual([
      'No drugs in the last -8-+12+ hours.',
    ])
  })

  test('shows a line of which little is left as two lines', () => {
    expect(show(compareWords('Bring a photo ID.', 'Dogs stay at home today.'))).toEqual([
      '-Bring a photo ID.-',
      '+Dogs stay at home today.+',
    ])
  })

  test('shows a line around each change and counts the others', () => {
    const before = ['one', 'two', 'three', 'four', 'five', 'six'].join('\n\n')
    expect(show(compareWords(before, `${before}\n\nseven`))).toEqual(['…5', 'six', '+seven+'])
    expect(show(compareWords(before, before.replace('one\n\n', '')))).toEqual(['-one-', 'two', '…4'])
  })

  test('is empty when only blank lines differ', () => {
    expect(compareWords('one\ntwo', 'one\n\n\ntwo\n')).toEqual([])
  })

  test('gives both versions back, whatever was written', () => {
    const texts = ['', 'a', 'a b', 'b a\nc', 'c\na b\nb a', 'a\na\na', 'x y z\na b\nq']
    const side = (lines: readonly ComparedLine[], gone: string) =>
      lines.flatMap((line) =>
        line.kind === 'line' && line.pieces.some(({ kind }) => kind !== gone)
          ? [
              line.pieces
                .filter(({ kind }) => kind !== gone)
                .map(({ text }) => text)
                .join(''),
            ]
          : [],
      )
    for (const before of texts)
      for (const after of texts) {
        const lines = compareWords(before, after)
        if (lines.some(({ kind }) => kind === 'skipped') || lines.length === 0) continue
        expect(side(lines, 'added').join('\n'), `${before} → ${after}`).toBe(before)
        expect(side(lines, 'removed').join('\n'), `${before} → ${after}`).toBe(after)
      }
  })

  test('does not compare word by word what is too long for it', () => {
    const long = (sign: string) => Array.from({ length: 3000 }, (_, at) => `${sign}${String(at)}`).join('\n')
    expect(compareWords(long('a'), long('b'))).toHaveLength(6000)
  })
})
