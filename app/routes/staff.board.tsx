import { type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { BoardPage } from '../staff/board/board-page.tsx'
import { handleBoard } from '../staff/board/handle-board.server.ts'
import { loadBoard } from '../staff/board/load-board.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadBoard)
export const action = staffAction(handleBoard)
export const handle = staffHandle('board')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Board ${loaded.view.date}` : 'Board' }),
  NO_INDEX,
]

export default function StaffBoard() {
  const { answer, meanwhile = null } = useActionData<typeof action>() ?? {}
  return <BoardPage {...useLoaderData<typeof loader>()} answer={answer} meanwhile={meanwhile} />
}
