import { expect, test } from 'vitest'
import { focusFirstError } from './set-autofocus.server.ts'

const summary = '<div class="esum" id="errors" tabindex="-1" autofocus=""><a href="#email">x</a></div>'
const quiet = summary.replace(' autofocus=""', '')
const wrong = '<input id="email" name="email" aria-invalid="true"/>'
const right = '<input id="name" name="name"/>'

test('the first field in error gets the focus, and the summary loses it', () => {
  expect(focusFirstError(`${summary}${right}${wrong}<select aria-invalid="true"></select>`)).toBe(
    `${quiet}${right}<input id="email" name="email" aria-invalid="true" autofocus=""/>` +
      '<select aria-invalid="true"></select>',
  )
})

test('a question with several check boxes gets the focus on its first one', () => {
  const group =
    '<fieldset><p class="error" id="who-error">Choose</p><input type="hidden" name="c"/><input ' +
    'type="radio" name="who"/></fieldset>'
  expect(focusFirstError(`${summary}${group}${wrong}`)).toContain(
    '<input type="radio" name="who" autofocus=""/>',
  )
})

test('an error of the typed card leads to the card area', () => {
  const area =
    '<div class="card-area waiting" id="card" tabindex="-1"><p class="error" id="card-error">No</p></div>'
  expect(focusFirstError(`${summary}${area}${right}`)).toContain('id="card" tabindex="-1" autofocus="">')
})

test('the summary or the failure’s message has the focus where no field is wrong', () => {
  expect(focusFirstError(`${summary}${right}`)).toBe(`${summary}${right}`)
  const failed = '<p class="alert bad mb6" role="alert" tabindex="-1">'
  expect(focusFirstError(`${failed}No</p>${right}`)).toBe(
    `${failed.replace('>', ' autofocus="">')}No</p>${right}`,
  )
  expect(focusFirstError(right)).toBe(right)
})

test('a form without a summary has the focus on its field in error, too', () => {
  expect(focusFirstError(`${right}${wrong}`)).toContain('aria-invalid="true" autofocus=""/>')
})
