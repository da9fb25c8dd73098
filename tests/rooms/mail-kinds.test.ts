import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { mailDeclarations } from '#api/platform/register-mails.ts'

const api = resolve(import.meta.dirname, '../../api')
const sources = readdirSync(api, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(resolve(api, file), 'utf8') }))
const kindsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, kind]) => kind)
const declarations = Object.entries(mailDeclarations)

describe('the kinds of mail', () => {
  it('are declared once each, in a file of their own that is named after a mail', () => {
    const files = sources.flatMap(({ file, text }) => {
      const kinds = kindsIn(text, /= declareMail\(\{\s*kind: '(\w+)'/g)
      return kinds.length === 0 ? [] : [{ file, kinds }]
    })
    expect(files.filter(({ file, kinds }) => kinds.length > 1 || !file.endsWith('-mail.ts'))).toEqual([])
    expect(files.flatMap(({ kinds }) => kinds).sort()).toEqual(declarations.map(([kind]) => kind).sort())
  })

  it.each(declarations)(
    '%s says what it is about, who gets it and what staff may do with it',
    (kind, mail) => {
      expect(mail.kind).toBe(kind)
      expect(is(mail.about, PgTable)).toBe(true)
      expect(mail.recipient).not.toBe('')
      expect(['required', 'usual', 'optional']).toContain(mail.delivery)
      expect(typeof mail.repeatable).toBe('boolean')
      expect(typeof mail.write).toBe('function')
      // A mail that the customer is entitled to can be sent again to a corrected address; an
      // optional one cannot.
      if (mail.delivery !== 'usual') expect(mail.correcting !== null).toBe(mail.delivery === 'required')
      // A copy is composed from the books alone, so that staff may also send it again.
      if (mail.repeatable) expect(mail.correcting).toEqual({ way: 'copy' })
    },
  )

  it('are all that the code can queue, and each is queued somewhere', () => {
    const kinds = readFileSync(resolve(api, 'store/mails/mail-kinds.ts'), 'utf8')
    expect(kindsIn(kinds, /\| '(\w+)'/g).sort()).toEqual(declarations.map(([kind]) => kind).sort())
    const queueing = sources.filter(({ text }) => /queueMail\(|mailAccountLink\(|MailKind\b/.test(text))
    const others = queueing.filter(({ file }) => !file.endsWith('store/mails/mail-kinds.ts'))
    const unused = declarations.filter(([kind]) => !others.some(({ text }) => text.includes(`'${kind}'`)))
    expect(unused).toEqual([])
  })
})

describe('a queued mail', () => {
  it('names its event by a key that nobody takes apart', () => {
    const takenApart = [
      /eventKey\??\.(split|replace|match|slice|substring|startsWith|endsWith|includes|indexOf)/i,
      /\.(exec|test)\([\w.]*eventKey/i,
      /\blike\(mails\.eventKey/,
      /\$\{mails\.eventKey\}\s*(like|~|\|\|)/,
    ]
    const found = sources.filter(({ text }) => takenApart.some((pattern) => pattern.test(text)))
    expect(found.map(({ file }) => file)).toEqual([])
  })

  it('carries a link that only the template of its kind opens', () => {
    const opened = sources.filter(({ text }) => /openMailSecret\b/.test(text)).map(({ file }) => file)
    expect(opened.length).toBeGreaterThan(10)
    expect(opened.filter((file) => !/(-mail|mail-secret)\.ts$/.test(file))).toEqual([])
  })
})
