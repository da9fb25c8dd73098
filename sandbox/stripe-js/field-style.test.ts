import { expect, test } from 'vitest'
import { appearanceCss } from './field-style.ts'

test('the page’s variables and rules become CSS', () => {
  const css = appearanceCss({
    variables: { colorPrimary: 'var(--primary)', borderRadius: '10px' },
    rules: { '.Input': { minHeight: '3.5rem' }, '.Input:focus': { borderColor: 'red' } },
  })
  expect(css).toBe(
    ':host{--colorPrimary:var(--primary);--borderRadius:10px;}.Input{min-height:3.5rem;' +
      '}.Input:focus{border-color:red;}',
  )
})

test('a value that would end a declaration is left out', () => {
  expect(appearanceCss({ variables: { colorText: 'red;} * { display: none' } })).toBe(':host{}')
  expect(appearanceCss({ rules: { '.Input { } *': { color: 'red' } } })).toBe(':host{}')
})
