import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawnScenes, sceneFile } from './drawn-scenes.mjs'
import { renderScene } from './render-scene.mjs'

const folder = new URL('../app/assets/art/', import.meta.url)
const drawn = new Map(drawnScenes.map((scene) => [sceneFile(scene), scene]))

test('the pictures in app/assets/art are exactly those the drawing code makes', () => {
  expect(readdirSync(folder).sort()).toEqual([...drawn.keys()].sort())
})

test.each([...drawn])('%s is drawn anew to the byte', (file, scene) => {
  expect(readFileSync(new URL(file, folder), 'utf8')).toBe(renderScene(scene))
})
