import { expect, test } from 'vitest'
import { fieldId } from './form-fields.ts'

test('every field has a unique id', () => {
  const names = [
    'email',
    'passengers[0].weight',
    'passengers[1].weight',
    'passengers[10].weight',
    'answers.u1',
    'card',
  ]
  expect(new Set(names.map(fieldId)).size).toBe(names.length)
})
