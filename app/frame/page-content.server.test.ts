import { type EntryContext } from '@remix-run/node'
import { expect, test } from 'vitest'
import { findFormKey, readContent } from './page-content.server.ts'

type Page = EntryContext['staticHandlerContext']

const ID = 'page'
const pageOf = (path: string, data: unknown, more: object = {}) => {
  const { pathname, search } = new URL(path, 'http://localhost')
  return {
    location: { pathname, search },
    loaderData: { [ID]: data },
    matches: [{ route: { id: ID } }],
    actionData: null,
    errors: null,
    ...more,
  } as unknown as Page
}

const read = (page: Page, person?: string) => {
  const loaded = JSON.stringify(page.loaderData)
  return readContent({
    ...{ page, person, loaded, data: undefined, request: new Request('http://localhost') },
    own: { nonce: undefined, formKey: findFormKey(loaded) },
  })
}

const DESK = '/staff/orders?q=lind'
const [ONE, TWO] = ['6d1f2a4e-0c9b-4c3a-9f0e-1b2c3d4e5f60', 'b0a1c2d3-e4f5-4a6b-8c7d-0e1f2a3b4c5d']

test('a page of the desk is the same as long as its data are, for each of its staff', () => {
  const first = read(pageOf(DESK, { orders: [7] }), 'Ann Reed')
  expect(first?.of).toBe('desk')
  expect(read(pageOf(DESK, { orders: [7] }), 'Ann Reed')).toEqual(first)
  const others = [
    read(pageOf(DESK, { orders: [8] }), 'Ann Reed'),
    read(pageOf('/staff/orders?q=reed', { orders: [7] }), 'Ann Reed'),
    read(pageOf(DESK, { orders: [7] }), 'Bo Lind'),
  ]
  for (const other of others) expect(other?.text).not.toBe(first?.text)
})

test('the key of a form alone makes no other page', () => {
  const [one, two] = [ONE, TWO].map((formKey) => pageOf(DESK, { choice: { formKey, people: 2 } }))
  expect(findFormKey(JSON.stringify(one?.loaderData))).toBe(ONE)
  const shown = one && read(one, 'Ann Reed')
  expect(shown).toEqual(two && read(two, 'Ann Reed'))
  expect(shown?.text).not.toContain(ONE)
})

test('an answer to a form, a page that failed and a page of an account are never kept', () => {
  expect(read(pageOf(DESK, {}, { actionData: { [ID]: { status: 422 } } }), 'Ann Reed')).toBeUndefined()
  expect(read(pageOf(DESK, {}, { errors: { [ID]: new Error('gone') } }), 'Ann Reed')).toBeUndefined()
  expect(read(pageOf('/account/orders', { orders: [7] }))).toBeUndefined()
  expect(read(pageOf('/faq', { questions: 3 }))?.of).toBe('everybody')
})
