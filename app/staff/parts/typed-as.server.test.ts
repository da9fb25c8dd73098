import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LocalDate } from '#contract/primitives.ts'
import { parseForm } from '../../ui/form/read-form.server.ts'
import { TypedDollars } from './parse-dollars.server.ts'
import { typedAs } from './typed-as.server.ts'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const Days = z.object({ days: typedAs(z.array(LocalDate), (text) => text.split(' ').filter(Boolean)) })

describe('a field whose text is converted before its schema validates it', () => {
  it('holds the converted value', () => {
    expect(parseForm(formOf({ days: ' 2027-06-09 2027-06-11 ' }), Days)).toMatchObject({
      status: 'success',
      value: { days: ['2027-06-09', '2027-06-11'] },
    })
    expect(parseForm(formOf({ days: '' }), Days)).toMatchObject({ value: { days: [] } })
  })

  it('has the message of an entry beside its own box', () => {
    expect(parseForm(formOf({ days: '2027-06-09 Tuesday' }), Days)).toMatchObject({
      status: 'error',
      error: { days: ['Must be a date like 2026-12-24'] },
    })
  })
})

describe('dollars in a form', () => {
  const Amount = z.object({ amount: TypedDollars })
  const refused = { amount: ['Please type an amount in dollars, as 1250 or 12.50.'] }

  it('are parsed as people write them', () => {
    expect(parseForm(formOf({ amount: '$ 1,250.50' }), Amount)).toMatchObject({ value: { amount: 1250.5 } })
  })

  it.each([{ amount: 'are required where %j was sent' }, { amount: ' ' }, {}])(
    'are asked for where %j was sent',
    (fields) => {
      expect(parseForm(formOf(fields as Record<string, string>), Amount)).toMatchObject({ error: refused })
    },
  )

  it('may be left out where they are optional', () => {
    const Optional = z.object({ amount: TypedDollars.optional() })
    expect(parseForm(formOf({ amount: '' }), Optional)).toMatchObject({ status: 'success' })
    expect(parseForm(formOf({ amount: 'x' }), Optional)).toMatchObject({ error: refused })
  })
})
