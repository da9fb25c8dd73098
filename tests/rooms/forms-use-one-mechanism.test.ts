import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  controlsIn,
  filesToConvert,
  formFiles,
  formsWithoutProps,
  handReaders,
  handReadLines,
  pageFiles,
} from '../../scripts/list-forms.ts'

describe('forms of the shop', () => {
  it('shows every control for typed values with the form components', () => {
    expect(filesToConvert()).toEqual([])
  })

  it('finds the forms that exist', () => {
    const files = formFiles().map(({ file }) => basename(file))
    expect(files.length).toBeGreaterThan(60)
    for (const one of ['login-form.tsx', 'join-form.tsx', 'codes-page.tsx']) expect(files).toContain(one)
  })

  it('gives each form around form components their props of the form', () => {
    const bare = pageFiles().flatMap((file) =>
      formsWithoutProps(file, readFileSync(file, 'utf8')).map((line) => `${file}:${String(line)}`),
    )
    expect(bare).toEqual([])
  })

  it('reads the fields of every form by a schema', () => {
    expect(handReaders()).toEqual([])
  })
})

describe('the list of hand-written readers', () => {
  it.each([
    ["const text = (form: FormData, name: string) => String(form.get(name) ?? '')"],
    ["const sent = await request.formData()\nconst intent = sent.get('intent')"],
    ["const intent = (await request.formData()).get('intent')"],
    ["const accepted = (typed: FormData) => typed.has('terms_and_conditions')"],
    ['interface Sent { typed: FormData }\nconst ids = ({ typed }: Sent) => typed.getAll("ids")'],
    ['const amount = ({ form }: Sent) => Number(form.get("amount"))'],
    ['const settle = (sent: Sent) => sent.form.get("authenticated") === "yes"'],
    ['const read = (form: FormData) => { for (const [name] of form) names.push(name) }'],
    ['const read = (form: FormData) => Object.fromEntries(form)'],
    ['const names = [...form.keys()]'],
  ])('has %s', (code) => {
    expect(handReadLines('some-handler.server.ts', code)).not.toEqual([])
  })

  it.each([
    ["const tab = new URL(request.url).searchParams.get('tab')"],
    ['const submission = parseForm(await request.formData(), JoinWaitlist)'],
    ["const read = (form: FormData) => readIntent(form) === 'remove'"],
    ["const complete = (form: FormData) => form.set('email', user.email)"],
    ["const order = session.get('order')"],
  ])('leaves %s alone', (code) => {
    expect(handReadLines('some-handler.server.ts', code)).toEqual([])
  })
})

describe('the list of controls', () => {
  const plain = (tsx: string) => controlsIn('some-page.tsx', tsx).filter(({ kit, get }) => !kit && !get)

  it.each([
    ['<form method="post"><input name="email" /></form>'],
    ['<form method="post"><input type="email" name="email" /></form>'],
    ['<Form method="post"><select name="list"><option /></select></Form>'],
    ['const Message = () => <textarea name="message" />'],
    ['const Email = () => <Field id="email" name="email" label="Email" />'],
  ])('has %s, which is not one of the form components', (tsx) => {
    expect(plain(tsx)).toHaveLength(1)
  })

  it.each([
    ['<form method="post"><input type="hidden" name="id" /><button>Remove</button></form>'],
    ['<form method="post"><input type="checkbox" name="agreed" /></form>'],
    ['<form method="get"><input name="q" /></form>'],
    ['<form method="post" role="search"><input name="q" type="search" /></form>'],
    ['<form method="post"><TextField field={fields.email} /></form>'],
    ['<form method="post"><input {...inputProps(fields.email, "email")} /></form>'],
    ['<input value={email} readOnly />'],
  ])('leaves %s alone', (tsx) => {
    expect(plain(tsx)).toEqual([])
  })

  it('misses the props of the form components on a form', () => {
    const form = (spread: string) =>
      `const Page = () => <form method="post"${spread}><TextField field={fields.email} /></form>`
    expect(formsWithoutProps('some-page.tsx', form(''))).toEqual([1])
    expect(formsWithoutProps('some-page.tsx', form(' {...form.props}'))).toEqual([])
  })
})
