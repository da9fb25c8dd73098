import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type Contest, ContestsReply } from '#contract/contest.ts'
import { formatDay, toLocalDate } from '../format/local-time.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { formMeta } from '../forms/form-meta.ts'
import { FormPage } from '../forms/form-page.tsx'
import { loadForm, sendForm } from '../forms/form-page.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/form-pages.css?url'

export const loader = (args: LoaderFunctionArgs) =>
  loadForm(args, 'contest', async ({ api, brand }) => {
    const result = await api.get('/v1/contests', ContestsReply, { query: { brand_id: brand.id } })
    const contests = result.ok ? result.data.contests : []
    const shown = contests.find(({ state }) => state === 'open') ?? contests[0]
    return { contest: shown && { ...shown, lastDay: lastDayOf(shown, brand.time_zone) } }
  })
export const action = (args: ActionFunctionArgs) => sendForm(args, 'contest')
export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { layout: 'campaigns', sheet }
export const meta = formMeta

/** The last day to enter: a contest that closes at midnight closes with the day before. */
const lastDayOf = ({ closes_at: end }: Contest, timeZone: string) =>
  formatDay(toLocalDate(new Date(Date.parse(end) - 1000).toISOString(), timeZone))

export default function ContestPage() {
  const { form, contest } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const open = contest?.state === 'open'
  return (
    <FormPage
      form={form}
      refused={refused}
      hidden={open ? { contest_id: String(contest.id) } : {}}
      closed={open ? undefined : <Closed over={contest !== undefined && contest.state !== 'coming'} />}
    >
      {open ? (
        <div className="note mt6">
          <p>
            <strong>{contest.name}.</strong> {contest.winners} times “{contest.prize}”, free with a flight of
            your choice. Open until the end of {contest.lastDay}.
          </p>
        </div>
      ) : null}
    </FormPage>
  )
}

function Closed({ over }: { over: boolean }) {
  return (
    <div>
      <h2 className="h-s">{over ? 'This one is over' : 'No contest just now'}</h2>
      <p className="mt4">
        {over ? 'Winners are told by mail. ' : ''}The next one is told about in our{' '}
        <a href="/subscribe">news by mail</a>, and here.
      </p>
    </div>
  )
}
