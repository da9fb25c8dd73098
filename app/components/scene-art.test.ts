import { describe, expect, test } from 'vitest'
import { Place } from '#contract/enums.ts'
import { getMood, getSceneUrl } from './scene-art.ts'

describe(getMood, () => {
  test.each([
    [['sunset'], 'sunset'],
    [['night', 'off-peak'], 'night'],
    [['midnight'], 'night'],
    [['doors_off'], 'dawn'],
  ])('tags %j over Manhattan are %s', (tags, mood) => {
    expect(getMood('manhattan', tags)).toBe(mood)
  })
})

describe(getSceneUrl, () => {
  const pages = Place.options.flatMap((place) =>
    (['sunset', 'night'] as const).flatMap((mood) => [
      [place, mood, 'wide'] as const,
      [place, mood, 'tall'] as const,
    ]),
  )
  const cards = Place.options.flatMap((place) =>
    [[], ['sunset'], ['night']].map((tags) => [place, getMood(place, tags), 'card'] as const),
  )

  test.each([...pages, ...cards])('%s, %s, %s is drawn', (place, mood, format) => {
    expect(getSceneUrl(place, mood, format)).toMatch(/\.svg/)
  })

  test('a picture nobody drew fails at once', () => {
    expect(() => getSceneUrl('jersey', 'day', 'tall')).toThrow('No picture is drawn of jersey, day, tall')
  })
})
