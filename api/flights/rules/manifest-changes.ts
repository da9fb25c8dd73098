import { type ManifestChange, type ManifestContent, type ManifestLine } from '#contract/manifest-version.ts'

type Kind = ManifestChange['kind']

/**
 * What differs between two contents of a manifest. A check-in, a signed waiver and what a party still
 * owes are no differences: they change nothing of what the pilot planned with.
 */
export function findManifestChanges(before: ManifestContent, now: ManifestContent): ManifestChange[] {
  return [
    ...compareFlight('time', before.depart_at, now.depart_at),
    ...compareFlight('aircraft', before.registration, now.registration),
    ...(before.pilot_id === now.pilot_id
      ? []
      : [change('pilot', undefined, { before: before.pilot_name, now: now.pilot_name })]),
    ...now.passengers.flatMap((line) => comparePassenger(lineOf(before, line.id), line)),
    ...before.passengers
      .filter(({ id }) => lineOf(now, id) === undefined)
      .map((line) => change('passenger_removed', line, { before: poundsOf(line), now: null })),
    ...compareComments(before, now),
  ]
}

/** Of the parties that are on both; who was added or removed says enough of the others. */
function compareComments(before: ManifestContent, now: ManifestContent): ManifestChange[] {
  const isOnBoth = (orderId: number) =>
    [before, now].every(({ passengers }) => passengers.some((line) => line.order_id === orderId))
  const orderIds = new Set([...(before.parties ?? []), ...(now.parties ?? [])].map((one) => one.order_id))
  return [...orderIds].filter(isOnBoth).flatMap((orderId) => {
    const [stood, stands] = [commentsOf(before, orderId), commentsOf(now, orderId)]
    if (stood === stands) return []
    const blank = change('comments', undefined, { before: stood, now: stands })
    return [{ ...blank, order_id: orderId }]
  })
}

const commentsOf = ({ parties = [] }: ManifestContent, orderId: number): string | null =>
  parties.find((party) => party.order_id === orderId)?.comments.join('; ') || null

const lineOf = ({ passengers }: ManifestContent, passengerId: number) =>
  passengers.find(({ id }) => id === passengerId)

const poundsOf = ({ weight_lbs: pounds }: ManifestLine) => (pounds === null ? null : String(pounds))

const change = (
  kind: Kind,
  line: ManifestLine | undefined,
  values: Pick<ManifestChange, 'before' | 'now'>,
): ManifestChange => ({
  kind,
  passenger_id: line?.id ?? null,
  passenger_name: line?.full_name ?? null,
  ...values,
})

const compareFlight = (kind: Kind, before: string | null, now: string | null): ManifestChange[] =>
  before === now ? [] : [change(kind, undefined, { before, now })]

function comparePassenger(before: ManifestLine | undefined, now: ManifestLine): ManifestChange[] {
  if (!before) return [change('passenger_added', now, { before: null, now: poundsOf(now) })]
  const compare = (kind: Kind, read: (line: ManifestLine) => string | null): ManifestChange[] =>
    read(before) === read(now) ? [] : [change(kind, now, { before: read(before), now: read(now) })]
  return [
    ...compare('name', (line) => line.full_name),
    ...compare('weight', poundsOf),
    ...compare('seats', ({ seats }) => String(seats)),
    ...compare('seat', ({ seat }) => seat ?? null),
    ...compare('notes', ({ notes }) => notes.join('; ') || null),
  ]
}

/** The version of a flight that its paper or its pilot goes by, as far as the rules below need it. */
export interface KnownVersion {
  number: number
  content: ManifestContent
  isPrinted: boolean
  /** Whoever accepted it; null before. */
  acceptedBy: number | null
}

interface StandingVersions {
  /** The newest paper. */
  printed: KnownVersion | undefined
  /** The newest version that the present pilot accepted. */
  accepted: KnownVersion | undefined
  newest: KnownVersion | undefined
}

/** The versions that a flight goes by. */
export function findStandingVersions(
  versions: readonly KnownVersion[],
  pilotId: number | null,
): StandingVersions {
  const newestFirst = versions.toSorted((one, other) => other.number - one.number)
  return {
    printed: newestFirst.find(({ isPrinted }) => isPrinted),
    accepted: newestFirst.find(({ acceptedBy }) => acceptedBy !== null && acceptedBy === pilotId),
    newest: newestFirst[0],
  }
}

/**
 * Why a flight cannot leave with its manifest as it is; undefined when it can. A pilot who accepted a
 * version accepts what changed, too; otherwise the paper has to be the present one, because the pilot
 * signs it. A flight without any version needs neither. No sentence contains a weight.
 */
export function findManifestGap(
  versions: readonly KnownVersion[],
  { content, pilotId }: { content: ManifestContent; pilotId: number | null },
): string | undefined {
  const { printed, accepted, newest } = findStandingVersions(versions, pilotId)
  const base = accepted ?? printed ?? newest
  if (!base || findManifestChanges(base.content, content).length === 0) return undefined
  return base === accepted || !printed
    ? `the pilot has not accepted what changed after version ${String(base.number)} of the manifest`
    : `the manifest changed after version ${String(base.number)} was printed`
}
