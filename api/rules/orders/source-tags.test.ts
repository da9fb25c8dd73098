import { expect, test } from 'vitest'
import { sourceTags } from './source-tags.ts'

test.each([
  [[], ['website']],
  [
    ['utm_source:mail', 'first_utm_source:poster', 'first_affiliate:anna'],
    ['website', 'utm_source:mail', 'first_utm_source:poster'],
  ],
  [
    ['website', 'utm_source:mail', 'affiliate=skyfans'],
    ['website', 'utm_source:mail', 'affiliate=skyfans'],
  ],
  [['vip', 'admin:true', 'utm_source', `utm_source:${'x'.repeat(60)}`], ['website']],
  [
    [' utm_medium:cpc ', 'utm_medium:cpc'],
    ['website', 'utm_medium:cpc'],
  ],
])('the parameters %j give the tags %j', (given, kept) => {
  expect(sourceTags(given)).toEqual(kept)
})
