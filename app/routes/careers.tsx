import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { formMeta } from '../forms/form-meta.ts'
import { FormPage } from '../forms/form-page.tsx'
import { loadForm, sendForm } from '../forms/form-page.server.ts'
import { listOpenings } from '../texts/form-texts.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/form-pages.css?url'

export const loader = (args: LoaderFunctionArgs) =>
  loadForm(args, 'careers', async ({ brand }, shown) => {
    const openings = await listOpenings(brand.id, brand.name)
    const choices = [
      ...openings.map(({ slug, title }) => [slug, title] as const),
      ['any', 'Something else'] as const,
    ]
    const fields = shown.fields.map((field) => (field.name === 'opening' ? { ...field, choices } : field))
    return { openings, form: { ...shown, fields } }
  })
export const action = (args: ActionFunctionArgs) => sendForm(args, 'careers')
export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { sheet }
export const meta = formMeta

export default function CareersPage() {
  const { form, openings } = useLoaderData<typeof loader>()
  return (
    <FormPage form={form} refused={useActionData<typeof action>()}>
      <h2 className="h-s mt6">Open positions</h2>
      {openings.map(({ slug, title, where, hours, html }) => (
        <details key={slug} className="disc">
          <summary>{title}</summary>
          <p className="muted">
            {where}. {hours}.
          </p>
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        </details>
      ))}
    </FormPage>
  )
}
