import { useActionData, useLoaderData } from '@remix-run/react'
import { loadTexts, sendTextAgain } from '../staff/office/handle-texts.server.ts'
import { TextsPage } from '../staff/office/texts-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadTexts)
export const action = staffAction(sendTextAgain)

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Texts')

export default function StaffTexts() {
  return <TextsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
