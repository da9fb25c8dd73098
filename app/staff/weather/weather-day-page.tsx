import { type WeatherParty } from '#contract/weather-day.ts'
import { formatDay, formatTime } from '../../format/local-time.ts'
import { Failure } from '../../ui/notice.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { nearMoment } from '../parts/near-days.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { WeatherReports } from '../parts/weather-reports.tsx'
import { type WeatherAnswers } from './load-weather-day.server.ts'
import { describeParty, GROUP_WORDS, GROUPS, groupOf, partyTitle, summarizeDay } from './weather-words.ts'

interface WeatherDayPageProps extends WeatherAnswers {
  failure: string | undefined
}

/** The answers of a weather day: whom to call, who waits and until when, who chose what. */
export function WeatherDayPage({ failure, ...answers }: WeatherDayPageProps) {
  const { day, reports, only, mailed, today, now, formKey } = answers
  const all = day.parties.toSorted(
    (a, b) => GROUPS.indexOf(groupOf(a, now)) - GROUPS.indexOf(groupOf(b, now)),
  )
  const shown = only === null ? all : all.filter((party) => groupOf(party, now) === only)
  const waiting = all.filter(({ state }) => state === 'waiting' || state === 'expired').length
  return (
    <div className="wrap desk">
      <Failure text={failure} />
      {mailed === null ? null : <DoneBar text={describeMailed(mailed)} />}
      <div className="desk-head">
        <StaffPageTitle href="/staff/weather" above="Weather days" about={summarizeDay(day)}>
          {formatDay(day.date)}, {formatTime(day.from)} to {formatTime(day.until)}
        </StaffPageTitle>
      </div>
      <p className="muted">
        {day.terminal_name}, {formatCount(day.departures, 'departure', 'departures')} called off since{' '}
        {nearMoment(day.created_at, day.timezone, today)}
        {day.note === null ? '' : `: “${day.note}”`}
      </p>
      <section className="desk-part" aria-labelledby="answers">
        <h2 id="answers">Answers at {nearMoment(now, day.timezone, today)}</h2>
        {all.length === 0 ? (
          <NothingHere what={day.done_at === null ? 'Nobody is told yet.' : 'Nobody had booked.'}>
            {day.done_at === null ? 'Their seats are being sought.' : 'The sale of this time is closed.'}
          </NothingHere>
        ) : (
          <>
            <AnswerBar parties={all} now={now} />
            <GroupChips id={day.id} parties={all} only={only} now={now} />
            <StaffTable
              label="Table: answers"
              heads={['Party', 'Answer', 'When', 'Do']}
              quiet={['Do']}
              caption="Answers"
              stacked
            >
              {shown.map((party) => (
                <AnswerRow
                  key={`${String(party.order_id)} ${party.depart_at}`}
                  {...{ party, today, now, formKey }}
                />
              ))}
            </StaffTable>
            {waiting === 0 ? null : (
              <form method="post" className="btn-row">
                <input type="hidden" name="key" value={formKey} />
                <button type="submit" className="btn second small">
                  Remind {formatCount(waiting, 'party', 'parties')} by mail
                </button>
              </form>
            )}
          </>
        )}
      </section>
      <WeatherReports reports={reports} />
    </div>
  )
}

const describeMailed = (count: number) =>
  count === 0
    ? 'Nobody was mailed: all of them had the link within the last ten minutes.'
    : `The link was mailed again to ${formatCount(count, 'party', 'parties')}.`

/** The shares of the groups, as a drawing with its words. */
function AnswerBar({ parties, now }: { parties: readonly WeatherParty[]; now: string }) {
  const counts = GROUPS.map((group) => parties.filter((party) => groupOf(party, now) === group).length)
  const starts = counts.map((_, at) => counts.slice(0, at).reduce((sum, count) => sum + count, 0))
  const scale = 1200 / parties.length
  const words = GROUPS.flatMap((group, at) =>
    counts[at] ? [`${String(counts[at])} ${GROUP_WORDS[group].text.toLowerCase()}`] : [],
  )
  return (
    <svg
      className="weather-bar"
      viewBox="0 0 1200 14"
      preserveAspectRatio="none"
      role="img"
      aria-label={`Of ${formatCount(parties.length, 'party', 'parties')}: ${words.join(', ')}`}
    >
      {GROUPS.map((group, at) =>
        counts[at] ? (
          <rect
            key={group}
            className={group}
            x={(starts[at] ?? 0) * scale}
            width={Math.max(2, (counts[at] ?? 0) * scale - 4)}
            height="14"
          />
        ) : null,
      )}
    </svg>
  )
}

interface GroupChipsProps {
  id: number
  parties: readonly WeatherParty[]
  only: WeatherAnswers['only']
  now: string
}

function GroupChips({ id, parties, only, now }: GroupChipsProps) {
  const path = `/staff/weather/${String(id)}`
  return (
    <nav aria-label="Show only">
      <p className="desk-chips">
        <a href={path} aria-current={only === null ? 'true' : undefined}>
          All {parties.length}
        </a>
        {GROUPS.map((group) => {
          const count = parties.filter((party) => groupOf(party, now) === group).length
          const { text, shape } = GROUP_WORDS[group]
          return count === 0 ? null : (
            <a key={group} href={`${path}?only=${group}`} aria-current={only === group ? 'true' : undefined}>
              <StaffState shape={shape}>
                {text} {count}
              </StaffState>
            </a>
          )
        })}
      </p>
    </nav>
  )
}

interface AnswerRowProps {
  party: WeatherParty
  today: string
  now: string
  formKey: string
}

function AnswerRow({ party, today, now, formKey }: AnswerRowProps) {
  const { shape, text, when } = describeParty(party, { today, now })
  const order = `/staff/orders/${String(party.order_id)}`
  const who = partyTitle(party)
  const group = groupOf(party, now)
  return (
    <tr>
      <th scope="row">
        <a href={order}>{who}</a>
        <small>
          {party.product_name} {nearMoment(party.depart_at, party.timezone, today)}
        </small>
      </th>
      <td data-label="Answer">
        <StaffState shape={shape}>{text}</StaffState>
      </td>
      <td data-label="When">{when}</td>
      <td className="weather-acts">
        {group === 'answered' ? null : (
          <span className="weather-do">
            {party.phone === null ? null : (
              <a href={`tel:${party.phone.replace(/[^\d+]/g, '')}`}>{party.phone}</a>
            )}
            {party.state === 'to_tell' ? null : (
              <a href={`${order}/answer`}>
                Choose for them<span className="vh">: {who}</span>
              </a>
            )}
            {party.state === 'failed' ? (
              <a href={`${order}#mails`}>
                Correct the address<span className="vh"> of {who}</span>
              </a>
            ) : null}
            {party.state === 'waiting' ? (
              <form method="post">
                <input type="hidden" name="key" value={formKey} />
                <input type="hidden" name="order" value={party.order_id} />
                <button type="submit" className="btn second small">
                  Remind<span className="vh"> {who}</span>
                </button>
              </form>
            ) : null}
          </span>
        )}
      </td>
    </tr>
  )
}
