import { describe, expect, test } from 'vitest'
import { getCardUrl, getMood, getSceneUrl, resolveScenePlace } from './scene-art.ts'

describe(getMood, () => {
  test.each([
    [['sunset'], 'sunset'],
    [['night', 'off-peak'], 'night'],
    [['midnight'], 'night'],
    [['doors_off'], 'dawn'],
  ])('tags %j over Manhattan lead to %s', (tags, mood) => {
    expect(getMood('manhattan', tags)).toBe(mood)
  })
})

describe(getSceneUrl, () => {
  test('each product has a picture of its own', () => {
    const urls = [6, 7, 13].map((id) => getSceneUrl('liberty', 'sunset', 'card', id))
    expect(new Set(urls).size).toBe(3)
    expect(urls[0]).toMatch(/^\/art\/[0-9a-f]{8}\/liberty-sunset-card-6\.svg$/)
  })

  test('there are no more addresses of pictures than compositions', () => {
    expect(getSceneUrl('liberty', 'day', 'card', 900_006)).toMatch(/-card-6\.svg$/)
  })
})

test('a departure’s tag decides the light of its flight’s picture', () => {
  expect(getCardUrl('miami', ['sunset'], 'wide', 8)).toContain('/miami-sunset-wide-8.svg')
  expect(getCardUrl('miami', [], 'card', 8)).toContain('/miami-day-card-8.svg')
})

test('Manhattan with the doors off is seen from the door', () => {
  expect(resolveScenePlace('manhattan', ['doors_off'])).toBe('doorsoff')
  expect(resolveScenePlace('miami', ['doors_off'])).toBe('miami')
})
