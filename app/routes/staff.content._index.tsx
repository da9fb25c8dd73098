import { useLoaderData } from '@remix-run/react'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffLoader } from '../staff/parts/staff-route.server.ts'
import { loadTexts } from '../staff/written-texts/load-texts.server.ts'
import { TextsPage } from '../staff/written-texts/texts-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadTexts)

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Content')

export default function StaffContent() {
  return <TextsPage {...useLoaderData<typeof loader>()} />
}
