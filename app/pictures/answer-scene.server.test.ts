import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { getSceneUrl } from './scene-art.ts'
import { answerScene } from './answer-scene.server.ts'

const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const [, , drawing = '', name = ''] = url.split('/')
  return answerScene(new Request(`http://shop.test${url}`, { headers, method }), drawing, name)
}

describe(answerScene, () => {
  test('a picture is compressed and cached by browsers permanently', async () => {
    const url = getSceneUrl('manhattan', 'sunset', 'wide', 7)
    const answer = await ask(url, { 'Accept-Encoding': 'gzip, br' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    const packed = Buffer.from(await answer.arrayBuffer())
    expect(packed.byteLength).toBeLessThanOrEqual(10_000)
    expect(brotliDecompressSync(packed).toString()).toBe(await (await ask(url)).text())
  })

  test('the address of an older drawing gets the present picture, cached for a short time', async () => {
    const answer = await ask('/art/12345678/miami-day-card-12.svg')
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'public, max-age=300'])
  })

  test('a HEAD request gets no body', async () => {
    const answer = await ask(getSceneUrl('jersey', 'day', 'card'), {}, 'HEAD')
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })

  test.each([
    'miami-day-card-96.svg',
    'miami-day-card-012.svg',
    'miami-day-card.svg',
    'atlantis-day-card-1.svg',
    'miami-noon-card-1.svg',
    '../miami-day-card-1.svg',
  ])('%s is not found', async (name) => {
    const answer = await answerScene(new Request('http://shop.test/'), 'x', name)
    expect(answer.status).toBe(404)
  })
})
