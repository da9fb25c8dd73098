// Draws the shop's pictures anew: node artwork/draw.mjs
import { mkdirSync, writeFileSync } from 'node:fs'
import { drawnScenes, sceneFile } from './drawn-scenes.mjs'
import { renderScene } from './render-scene.mjs'

const folder = new URL('../app/assets/art/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const scene of drawnScenes) writeFileSync(new URL(sceneFile(scene), folder), renderScene(scene))
console.log(`${String(drawnScenes.length)} pictures drawn`)
