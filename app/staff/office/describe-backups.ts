import { type Backups } from '#contract/state-counts.ts'
import { type StateWords } from '../parts/staff-state.tsx'

/** Nightly trials, and backups, are late after a day and a half, as the alerts have it. */
const LATE_SECONDS = 36 * 3600

interface DescribedBackups {
  state: StateWords
  /** The newest backup: when it was made, its age and its size. */
  newest: { at: string; about: string } | null
  /** When the last trial ended. */
  tried: string | null
  /** What is wrong, and what to do; null when nothing is. */
  wrong: string | null
  todo: string | null
}

/** Says in words whether the backups can be relied on. */
export function describeBackups({ nightly, newest, trial }: Backups): DescribedBackups {
  return {
    newest: newest && {
      at: newest.made_at,
      about: `${ageInWords(newest.age_seconds)}${sizeOf(newest.bytes)}`,
    },
    tried: trial?.tried_at ?? null,
    ...judge(),
  }

  function judge(): Pick<DescribedBackups, 'state' | 'wrong' | 'todo'> {
    if (trial?.state === 'failed')
      return {
        state: { text: 'Cannot be relied on', shape: 'bad' },
        wrong: trial.problem,
        todo: `Today: ${MAKE_ONE}`,
      }
    if (newest && newest.age_seconds > LATE_SECONDS)
      return {
        state: { text: 'Too old', shape: 'bad' },
        wrong: 'What was sold since is in no backup that was tried.',
        todo: `Look why the nightly backup is not written, and ${MAKE_ONE}`,
      }
    if (trial && trial.age_seconds > LATE_SECONDS)
      return {
        state: { text: 'Not tried', shape: 'late' },
        wrong: 'The nightly trial did not run.',
        todo: nightly
          ? 'See that a process runs the jobs: the last line of Jobs has its next trial.'
          : SET_UP,
      }
    if (!nightly) return { state: { text: 'Not tried nightly', shape: 'late' }, wrong: null, todo: SET_UP }
    return trial
      ? { state: { text: 'Can be restored', shape: 'ok' }, wrong: null, todo: null }
      : {
          state: { text: 'Not tried yet', shape: 'none' },
          wrong: null,
          todo: 'The first trial is in the coming night.',
        }
  }
}

const MAKE_ONE = 'make one with “npm run backup FILE” and try it with “npm run try-restore FILE”.'
const SET_UP =
  'Whoever runs the shop names their folder in BACKUP_DIR; the newest one is then tried each night.'

function ageInWords(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  if (hours < 1) return 'less than an hour old'
  if (hours < 48) return hours === 1 ? 'an hour old' : `${String(hours)} hours old`
  return `${String(Math.floor(hours / 24))} days old`
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

function sizeOf(bytes: number | null): string {
  if (bytes === null) return ''
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const figure = (bytes / 1000 ** power).toLocaleString('en-US', {
    maximumFractionDigits: power === 0 ? 0 : 1,
  })
  return `, ${figure} ${UNITS[power] ?? ''}`
}
