import { expect, test } from 'vitest'
import { readNames, writeRules } from './critical-css.server.ts'
import { parseRules } from './style-rules.server.ts'

const page = '<html data-brand="1"><main class="hero wide"><h1>Fly</h1><p class="lede">Now</p></main></html>'
const used = (sheet: string) => writeRules(parseRules(sheet), readNames(page))

test('a page gets the rules whose elements and classes it has', () => {
  expect(used('h1{margin:0}table{margin:0}')).toBe('h1{margin:0}')
  expect(used('.hero{margin:0}.card{margin:0}.hero .card{margin:0}')).toBe('.hero{margin:0}')
  expect(used('.hero>.lede:first-child{margin:0}')).toBe('.hero>.lede:first-child{margin:0}')
})

test('a rule stays when one of its selectors can match', () => {
  expect(used('.card,main.hero{margin:0}')).toBe('.card,main.hero{margin:0}')
})

test('states, attributes and selectors in parentheses may come true later', () => {
  const sheet = 'h1:hover{top:0}p[hidden]{top:0}.lede:not(.card){top:0}main:has(.card){top:0}:focus{top:0}'
  expect(used(sheet)).toBe(sheet)
})

test('a page gets the theme of its brand alone', () => {
  expect(used('[data-brand="1"]{--ink:red}[data-brand="2"]{--ink:blue}[data-brand]{--s:1}')).toBe(
    '[data-brand="1"]{--ink:red}[data-brand]{--s:1}',
  )
})

test('rules keep their order and their media query', () => {
  const sheet =
    '@media (min-width:30em){h1{top:1px}.card{top:2px}h1.card{top:3px}.lede{top:4px}}' +
    'h1{top:5px}@media print{p{top:6px}}'
  expect(used(sheet)).toBe(
    '@media (min-width:30em){h1{top:1px}.lede{top:4px}}h1{top:5px}@media print{p{top:6px}}',
  )
})

test('fonts and animations stay, and braces in texts end no rule', () => {
  const sheet =
    '@font-face{font-family:A;src:url(/a.woff2)}@keyframes turn{0%{top:0}to{top:1px}}' +
    '.lede:after{content:"}{;"}'
  expect(used(`${sheet}.card{top:0}`)).toBe(sheet)
})
