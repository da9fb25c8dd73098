import { randomUUID } from 'node:crypto'
import { createElement } from 'react'
import { type EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { describe, expect, test } from 'vitest'
import {
  createNonce,
  fillPlaces,
  leavePlaces,
  PLACES,
  receiveData,
  renderDocument,
} from './render-html.server.ts'

/** Many short texts with letters of several bytes, which end anywhere in React's buffers. */
const pageOf = (length: number) =>
  createElement(
    'p',
    null,
    'x'.repeat(length),
    ...Array.from({ length: 300 }, (_, key) => createElement('i', { key }, 'a · b')),
  )

const broken = () => {
  throw new Error('this part is broken')
}

/** The context of a page with this data, cut into parts of some bytes. */
function contextOf(data: string, bytesEach: number, fails = false) {
  const bytes = new TextEncoder().encode(data)
  const serverHandoffStream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += bytesEach) controller.enqueue(bytes.slice(at, at + bytesEach))
      if (fails) controller.error(new Error('the data is broken'))
      else controller.close()
    },
  })
  return { serverHandoffStream, renderMeta: {} } as unknown as EntryContext
}

const partsOf = ({ renderMeta }: EntryContext) =>
  Object.values(renderMeta?.streamCache ?? {}).flatMap(({ result }) => result ?? [])

describe('a page', () => {
  test('has every letter and no other, wherever the buffers end', () => {
    for (let length = 0; length < 60; length++) {
      expect(renderDocument(pageOf(length))).toBe(
        `<!DOCTYPE html><p>${'x'.repeat(length)}${'<i>a · b</i>'.repeat(300)}</p>`,
      )
    }
  })

  test('it is refused when it throws', () => {
    expect(() => renderDocument(createElement(broken))).toThrow('this part is broken')
  })
})

describe('the data of a hydrated page', () => {
  test('it has every letter and no other, wherever its parts end', async () => {
    for (let bytesEach = 1; bytesEach < 8; bytesEach++) {
      const context = contextOf('a · b — “c”', bytesEach)
      expect(await receiveData(context)).toBe('a · b — “c”')
      const parts = partsOf(context)
      expect(parts.map(({ value }) => value).join('')).toBe('a · b — “c”')
      expect(parts.map(({ done }) => done)).toEqual([...parts.slice(1).map(() => false), true])
    }
  })

  test('it is refused when it cannot be written', async () => {
    await expect(receiveData(contextOf('a', 1, true))).rejects.toThrow('the data is broken')
  })

  test('it stands in the page as the framework writes it, whole and only once', async () => {
    const scripts = () => createElement('b', null, 'page')
    const context = {
      ...contextOf('[{"a":1},"</script>· é"]\n', 5),
      manifest: { routes: { root: { id: 'root', path: '' } }, entry: { imports: [], module: '' }, url: '' },
      routeModules: { root: { default: scripts } },
      staticHandlerContext: {
        matches: [{ params: {}, pathname: '/', pathnameBase: '/', route: { id: 'root', path: '' } }],
        ...{ loaderData: {}, actionData: null, errors: null, statusCode: 200 },
        ...{ location: { pathname: '/', search: '', hash: '', key: 'k', state: null }, basename: '/' },
      },
      future: { v3_singleFetch: true },
      isSpaMode: false,
      renderMeta: { didRenderScripts: true },
    } as unknown as EntryContext
    await receiveData(context)
    const html = renderDocument(createElement(RemixServer, { context, url: 'http://shop.test/', nonce: 'n' }))
    const enqueued = [...html.matchAll(/streamController\.enqueue\((".*?")\);<\/script>/g)]
    const text = enqueued.map(([, json = '""']) => JSON.parse(json) as string).join('')
    expect(text).toBe('[{"a":1},"</script>· é"]\n')
    expect(html.match(/streamController\.close\(\)/g)).toHaveLength(1)
    expect(html).toContain('<b>page</b>')
    expect(html).not.toContain('<!--$!-->')
  })
})

describe('what an answer has of its own', () => {
  const ownTexts = () => ({ nonce: createNonce(), formKey: randomUUID() })
  const rendered = (formKey: string) =>
    `<i nonce="${PLACES.nonce}">é ${formKey}</i><b nonce="${PLACES.nonce}">${formKey}</b>`

  test('is written in each place, and not into the page that is kept', () => {
    const first = ownTexts()
    const kept = new TextEncoder().encode(leavePlaces(rendered(first.formKey), first))
    const answers = [first, ownTexts(), first]
    const pages = answers.map((own) => new TextDecoder().decode(fillPlaces(kept, own)))
    expect(pages).toEqual(
      answers.map(({ nonce, formKey }) => rendered(formKey).replaceAll(PLACES.nonce, nonce)),
    )
    expect(new TextDecoder().decode(kept)).not.toContain(first.formKey)
    expect(new Set(answers.flatMap(({ nonce, formKey }) => [nonce, formKey])).size).toBe(4)
  })

  test('is the nonce alone on a page without a form', () => {
    const own = { nonce: createNonce(), formKey: undefined }
    const kept = new TextEncoder().encode(leavePlaces(`<i nonce="${PLACES.nonce}"></i>`, own))
    expect(new TextDecoder().decode(fillPlaces(kept, own))).toBe(`<i nonce="${own.nonce}"></i>`)
  })

  test('a page without any is sent as it is kept', () => {
    const kept = new TextEncoder().encode('<b>page</b>')
    expect(fillPlaces(kept, { nonce: undefined, formKey: undefined })).toBe(kept)
  })
})
