import { describe, expect, it } from 'vitest'
import { type ManifestContent, type ManifestLine } from '#contract/manifest-version.ts'
import { findManifestChanges, findManifestGap, type KnownVersion } from './manifest-changes.ts'

const line = (id: number, over: Partial<ManifestLine> = {}): ManifestLine => ({
  id,
  order_id: 1,
  full_name: `Passenger ${String(id)}`,
  weight_lbs: 150,
  counted_lbs: 150,
  seats: 1,
  waiver_signed: false,
  checked_in_at: null,
  notes: [],
  ...over,
})
const content = (over: Partial<ManifestContent> = {}): ManifestContent => ({
  product_name: 'The New Yorker',
  terminal_name: 'Kearny Heliport',
  timezone: 'America/New_York',
  depart_at: '2027-05-14T18:00:00.000Z',
  sunset: null,
  last_light: null,
  registration: 'N401LR',
  capacity: 6,
  max_weight_lbs: 1350,
  pilot_id: 7,
  pilot_name: 'Piet Larsen',
  seats_sold: 2,
  total_weight_lbs: 300,
  passengers: [line(1), line(2)],
  ...over,
})
const kinds = (now: Partial<ManifestContent>) =>
  findManifestChanges(content(), content(now)).map(({ kind, passenger_id: id, before, now: present }) => [
    kind,
    id,
    before,
    present,
  ])

describe('the differences of two manifests', () => {
  it('are none when only the check-in and the waiver differ', () => {
    const boarded = line(1, { checked_in_at: '2027-05-14T17:00:00.000Z', waiver_signed: true })
    expect(kinds({ passengers: [boarded, line(2)] })).toEqual([])
  })

  it('name what stood there and what stands there for each passenger', () => {
    const changed = line(1, {
      full_name: 'Ada Lind',
      weight_lbs: null,
      counted_lbs: 190,
      seats: 2,
      notes: ['Knee', 'Photos'],
    })
    expect(kinds({ passengers: [changed, line(2)] })).toEqual([
      ['name', 1, 'Passenger 1', 'Ada Lind'],
      ['weight', 1, '150', null],
      ['seats', 1, '1', '2'],
      ['notes', 1, null, 'Knee; Photos'],
    ])
  })

  it('are none for a payment, and name a comment on a party that is on both', () => {
    const say = (comments: string[], owes: number | null = null) => ({
      parties: [{ order_id: 1, comments, owes }],
    })
    const paper = content(say(['Proposal on board'], 120))
    expect(findManifestChanges(paper, content(say(['Proposal on board'])))).toEqual([])
    expect(findManifestChanges(paper, content(say(['Proposal on board', 'Bring the ring'], 120)))).toEqual([
      {
        ...{ kind: 'comments', passenger_id: null, passenger_name: null, order_id: 1 },
        ...{ before: 'Proposal on board', now: 'Proposal on board; Bring the ring' },
      },
    ])
    expect(findManifestChanges(paper, content())).toMatchObject([{ kind: 'comments', now: null }])
    const others = [line(3, { order_id: 2 })]
    const gone = findManifestChanges(paper, content({ passengers: others }))
    expect(gone.map(({ kind }) => kind)).not.toContain('comments')
  })

  it('name who was added and who does not fly any more', () => {
    expect(kinds({ passengers: [line(2), line(3, { weight_lbs: 175 })] })).toEqual([
      ['passenger_added', 3, null, '175'],
      ['passenger_removed', 1, '150', null],
    ])
  })

  it('name the time, the aircraft and the pilot', () => {
    const other = { depart_at: '2027-05-14T18:15:00.000Z', registration: 'N402LR' }
    expect(kinds({ ...other, pilot_id: 8, pilot_name: 'Ida Lund' })).toEqual([
      ['time', null, '2027-05-14T18:00:00.000Z', '2027-05-14T18:15:00.000Z'],
      ['aircraft', null, 'N401LR', 'N402LR'],
      ['pilot', null, 'Piet Larsen', 'Ida Lund'],
    ])
    // Two pilots of one name are two pilots, and a pilot who changed their name is the same one.
    expect(kinds({ pilot_id: 8 })).toEqual([['pilot', null, 'Piet Larsen', 'Piet Larsen']])
    expect(kinds({ pilot_name: 'Piet Larsen-Lund' })).toEqual([])
  })
})

describe('what keeps a flight from leaving with its manifest', () => {
  const version = (number: number, over: Partial<KnownVersion> = {}): KnownVersion => ({
    number,
    content: content(),
    isPrinted: false,
    acceptedBy: null,
    ...over,
  })
  const heavier = content({ passengers: [line(1, { weight_lbs: 160 }), line(2)] })
  const gap = (versions: KnownVersion[], now = heavier) =>
    findManifestGap(versions, { content: now, pilotId: now.pilot_id })

  it('is nothing without a version, and nothing while the paper is the present one', () => {
    expect(gap([])).toBeUndefined()
    expect(gap([version(1, { isPrinted: true })], content())).toBeUndefined()
  })

  it('is a change after the newest paper, which another print settles', () => {
    const paper = version(1, { isPrinted: true })
    expect(gap([paper])).toBe('the manifest changed after version 1 was printed')
    expect(gap([paper, version(2, { isPrinted: true, content: heavier })])).toBeUndefined()
  })

  it('is a change after the acceptance, which only another acceptance settles', () => {
    const accepted = version(1, { acceptedBy: 7 })
    const reason = 'the pilot has not accepted what changed after version 1 of the manifest'
    expect(gap([accepted])).toBe(reason)
    expect(gap([accepted, version(2, { isPrinted: true, content: heavier })])).toBe(reason)
    expect(gap([accepted, version(2, { acceptedBy: 7, content: heavier })])).toBeUndefined()
  })

  it('is the acceptance of a former pilot, who does not fly any more', () => {
    const other = content({ pilot_id: 8, pilot_name: 'Ida Lund' })
    expect(gap([version(1, { acceptedBy: 7 })], other)).toBe(
      'the pilot has not accepted what changed after version 1 of the manifest',
    )
    expect(gap([version(1, { acceptedBy: 8, content: other })], other)).toBeUndefined()
  })
})
