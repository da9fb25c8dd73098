import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  isSent,
  listSentFields,
  listSentTexts,
  readForm,
  readIntent,
  SentId,
  SentIds,
  SentNumber,
  SentText,
  SentTick,
} from './sent-values.server.ts'

const formOf = (...entries: [string, string][]) => {
  const form = new FormData()
  for (const [name, text] of entries) form.append(name, text)
  return form
}

const Everything = z.object({
  text: SentText,
  amount: SentNumber,
  id: SentId,
  ids: SentIds,
  tick: SentTick,
})
const NOTHING = { text: undefined, amount: undefined, id: undefined, ids: [], tick: false }

describe('readForm', () => {
  it('reads texts, numbers, ids and ticks', () => {
    const form = formOf(['text', 'a'], ['amount', '12.50'], ['id', '7'], ['ids', '3'], ['tick', 'on'])
    expect(readForm(form, Everything)).toEqual({ text: 'a', amount: 12.5, id: 7, ids: [3], tick: true })
  })

  it('gives each missing field the value of its schema', () => {
    expect(readForm(formOf(), Everything)).toEqual(NOTHING)
  })

  it('takes values that no page sends for missing', () => {
    const form = formOf(
      ['text', 'a'],
      ['text', 'b'],
      ['amount', 'ten'],
      ['id', '-1'],
      ['ids', 'x'],
      ['tick', 'maybe'],
    )
    expect(readForm(form, Everything)).toEqual(NOTHING)
  })

  it('keeps each id once', () => {
    expect(readForm(formOf(['ids', '3'], ['ids', '4'], ['ids', '3'], ['ids', '0']), Everything).ids).toEqual([
      3, 4,
    ])
  })

  it('reads an address', () => {
    expect(readForm(new URLSearchParams('id=7'), Everything).id).toBe(7)
  })

  it('refuses a schema without a value for what is missing', () => {
    expect(() => readForm(formOf(), z.object({ id: z.string() }))).toThrow('id')
  })
})

it('reads the pressed button', () => {
  expect(readIntent(formOf(['intent', 'renew']))).toBe('renew')
  expect(readIntent(formOf())).toBeUndefined()
})

it('tells an empty field from a missing one', () => {
  const form = formOf(['code', ''])
  expect([isSent(form, 'code'), isSent(form, 'note')]).toEqual([true, false])
})

it('lists texts as they were sent, all of them or those of a shape', () => {
  const form = formOf(['key', 'k'], ['line', '1'], ['line', '2'])
  form.append('photo', new File(['x'], 'x.png'))
  expect(listSentTexts(form)).toEqual([
    ['key', 'k'],
    ['line', '1'],
    ['line', '2'],
  ])
  expect(listSentFields({ id: 'refund', labels: { line: 'Line' } }, form)).toEqual([
    ['line', '1'],
    ['line', '2'],
  ])
})
