import { expect, it } from 'vitest'
import { answeredShape, rowShape } from './row-shape.ts'

const SHAPE = { id: 'mail', labels: { email: 'To' } }

it('names the row in the ids of a form and of its fields', () => {
  const shape = rowShape(SHAPE, 12)
  expect([shape.id, shape.fieldId?.('email'), shape.labels]).toEqual(['mail-12', 'email-12', SHAPE.labels])
})

it('finds the form of the row that was answered', () => {
  expect(answeredShape(SHAPE, { form: 'mail-12' }).fieldId?.('email')).toBe('email-12')
  expect(answeredShape(SHAPE, { form: 'another' })).toBe(SHAPE)
  expect(answeredShape(SHAPE, undefined)).toBe(SHAPE)
})
