import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../app/assets/fonts')
const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))

/** The files of a font, each with the characters for which browsers load it. */
function readFaces(sheet: string) {
  const css = readFileSync(join(folder, sheet), 'utf8')
  return [...css.matchAll(/url\('\.\/(?<file>[^']+)'\)[^}]*unicode-range:(?<range>[^;]+);/g)].map(
    ({ groups }) => ({
      file: groups?.['file'] ?? '',
      spans: (groups?.['range'] ?? '').split(',').map((part) => {
        const [from = 0, to = from] = part
          .trim()
          .slice(2)
          .split('-')
          .map((point) => parseInt(point, 16))
        return { from, to }
      }),
    }),
  )
}
const filesWith = (faces: ReturnType<typeof readFaces>, character: string) => {
  const point = character.codePointAt(0) ?? 0
  return faces.filter(({ spans }) => spans.some(({ from, to }) => point >= from && point <= to))
}

describe.each(sheets)('the font of %s', (sheet) => {
  const faces = readFaces(sheet)

  test('has a file for each letter of our names, also of Vietnamese ones', () => {
    const letters = [...'Nguyễn Thị Hằng Đỗ Quốc Bửu Trần Ỷ Ỵ Ẵ ỗ ự Łucja Žofie İpek Þóra Émile']
    expect(letters.filter((letter) => filesWith(faces, letter).length !== 1)).toEqual([])
    expect(faces.filter(({ file }) => !existsSync(join(folder, file)))).toEqual([])
  })

  test('loads nothing for Vietnamese on a page without such a letter', () => {
    const plain = [...'The New Yorker, $462.00 – “4:33 pm” José Ōta Łucja']
    expect(
      plain.flatMap((letter) => filesWith(faces, letter)).filter(({ file }) => file.includes('viet')),
    ).toEqual([])
    expect(filesWith(faces, 'ễ').map(({ file }) => file)).toEqual([
      expect.stringMatching(/-vietnamese\.woff2$/),
    ])
  })
})
