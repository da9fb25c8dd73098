import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { type Party, PartyReply, SeatPickReply } from '#contract/party.ts'
import { Id } from '#contract/primitives.ts'
import { parseForm } from '../ui/form/read-form.server.ts'
import { checkMailedLink, SECRET_PAGE_HEADERS } from '../visit/mailed-link.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type PickRefused } from './party-page.tsx'

const TOKEN = /^\d{1,9}-[\w-]{22}$/

/** The party behind a scanned link; undefined once it has ended, and for a link that is none. */
export async function findParty({ api }: Visit, token: string | undefined): Promise<Party | undefined> {
  const signed = token !== undefined && TOKEN.test(token) ? token : undefined
  const found = await checkMailedLink({ token: signed, email: '' }, (secret) =>
    api.get(`/v1/party_links/${secret}`, PartyReply),
  )
  return found?.party
}

const Pick = z.object({ passenger: Id, key: z.string().min(16).max(64) })

/**
 * Gives the seat to this phone, which goes on to that guest's own page.
 *
 * @returns why not
 * @throws Response 303 to the guest's page
 */
export async function pickSeat(
  { api }: Visit,
  token: string,
  form: FormData,
): Promise<{ status: number; refused: PickRefused }> {
  const submission = parseForm(form, Pick)
  if (!TOKEN.test(token)) return { status: 404, refused: { kind: 'ended' } }
  if (submission.status !== 'success') return { status: 422, refused: { kind: 'none' } }
  const { passenger: passenger_id, key } = submission.value
  const body = { seat_pick: { passenger_id, key } }
  const picked = await api.post(`/v1/party_links/${token}/picks`, SeatPickReply, { body })
  if (picked.ok) {
    const { pathname } = new URL(picked.data.seat_pick.link)
    throw redirect(pathname, { status: 303, headers: SECRET_PAGE_HEADERS })
  }
  if (picked.status === 409) return { status: 409, refused: { kind: 'taken' } }
  if (picked.status === 404) return { status: 404, refused: { kind: 'ended' } }
  return { status: picked.status, refused: { kind: 'other', text: picked.message } }
}
