/**
 * The waiver of a shop that saved none of its own, by the name of its text in `content/`.
 */
export const WAIVER_VERSION = '2026-11'

/**
 * The name under which a version of the waiver is signed.
 *
 * @param version 0 for the text of `content/`
 */
export const waiverName = (brandId: number, version: number): string =>
  version === 0 ? WAIVER_VERSION : `${String(brandId)}.${String(version)}`

/** The brand and the number of a saved version by its name; undefined for a text of `content/`. */
export function readWaiverName(name: string): { brandId: number; version: number } | undefined {
  const [, brandId, version] = /^([1-9]\d{0,8})\.([1-9]\d{0,8})$/.exec(name) ?? []
  return version === undefined ? undefined : { brandId: Number(brandId), version: Number(version) }
}
