import { expect, test } from 'vitest'
import { type MailBrand } from '../mails/mail-brand.ts'
import { composeCareMail } from './compose-care-mail.ts'

const brand: MailBrand = {
  ...{ id: 1, name: 'Up & Away', tagline: '', timeZone: 'America/New_York' },
  ...{ phone: '(212) 555-0100', email: 'hello@example.com', from: 'x', domain: 'example.com' },
  origin: 'https://shop.example',
}
const compose = (words?: string) =>
  composeCareMail(
    brand,
    { message: { occasion: 'after_flight' }, stopToken: 'stop', ...(words === undefined ? {} : { words }) },
    { subject: 'How was it?', title: 'Title', intro: 'Intro.', notes: ['Note.'] },
  )

test('the shop’s own words stand below the first sentence, escaped and with the brand’s name', () => {
  const { html, text } = compose('Thank you,\nfrom {{brand}}.\n\n<b>Twice</b>.')
  expect(text).toContain('Intro.\n\nThank you,\nfrom Up & Away.\n\n<b>Twice</b>.\n\nNote.')
  expect(html).toMatch(/Intro\.<\/p>\s*<p [^>]*>Thank you,<br \/>from Up &amp; Away\.<\/p>/)
  expect(html).toContain('&lt;b&gt;Twice&lt;/b&gt;')
})

test('without words the mail has the facts alone', () => {
  expect(compose('').text).toBe(compose().text)
  expect(compose().text).toContain('Intro.\n\nNote.')
})
