import { formatCount } from '../parts/count-noun.ts'
import { type BrandEffect } from './handle-text.server.ts'
import { versionWords } from './text-words.ts'

interface EffectsProps {
  effects: readonly BrandEffect[]
  /** The brands by id. */
  names: ReadonlyMap<number, string>
  /** When the new waiver is public; null for the press. */
  from: string | null
  signAgain: boolean
}

/** What a new waiver means for whoever signed, in a list. */
export function WaiverEffects({ effects, names, from, signAgain }: EffectsProps) {
  const others = [...names].filter(([id]) => !effects.some(({ brandId }) => brandId === id))
  return (
    <div className="note">
      <p>
        <b>For those who sign and signed</b>
      </p>
      <ul>
        {effects.map((effect) => (
          <li key={effect.brandId}>{effectWords(effect, { from, signAgain, names })}</li>
        ))}
        {others.map(([id, name]) => (
          <li key={id}>{name} keeps its own.</li>
        ))}
      </ul>
    </div>
  )
}

function effectWords(
  { brandId, version_was: version, signed, flying }: BrandEffect,
  { from, signAgain, names }: Omit<EffectsProps, 'effects'>,
): string {
  const brand = names.size > 1 ? `${names.get(brandId) ?? ''}: ` : ''
  const who = `Who signs ${from === null ? 'once it is saved' : `from ${from}`} signs the new version.`
  const copies = formatCount(signed, 'signed copy', 'signed copies')
  const stay =
    signed === 0
      ? `Nobody has signed ${versionWords(version)}`
      : `${copies} of ${versionWords(version)} ${signed === 1 ? 'stays as it is' : 'stay as they are'}`
  return `${brand}${who} ${stay}. ${againWords(flying, signAgain)}`
}

function againWords(flying: number, signAgain: boolean): string {
  const guests = formatCount(flying, 'guest who flies', 'guests who fly')
  if (flying === 0) return 'No guest who flies after that has signed yet.'
  if (!signAgain)
    return `${guests} after that and signed already: what they signed holds, and nobody signs again.`
  return (
    `${guests} after that and signed already ${flying === 1 ? 'signs' : 'sign'} again: their page asks, ` +
    'the mail two days before the flight names them, and whoever had that mail already is asked at check-in.'
  )
}
