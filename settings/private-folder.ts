import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 0o700
const FILE = 0o600
/** What everybody but the owner may do. */
const OTHERS = 0o077

/** The data folder belongs to another user, so its permissions cannot be narrowed. */
export class FolderNotPrivate extends Error {
  override name = 'FolderNotPrivate'
}

/** What the shop keeps in its data folder. Whatever else lies there is not ours to change. */
const OURS = /^(?:database|files|in-use\.lock|secrets\.json.*)$/

/**
 * Makes a data folder that only its owner can read, and narrows one that exists: folders 0700,
 * files 0600, at every depth of what the shop keeps there. Links inside are not followed, because
 * they may lead elsewhere.
 *
 * @throws FolderNotPrivate when the folder belongs to another user
 */
export function keepFolderPrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER })
  try {
    if (statSync(folder).mode & OTHERS) chmodSync(folder, FOLDER)
  } catch (error) {
    throw new FolderNotPrivate(
      `Other users can read ${folder}, which holds data of customers, and this user may not change that. ` +
        'Let the folder belong to the user that runs the shop.',
      { cause: error },
    )
  }
  narrowInside(folder, (name) => OURS.test(name))
}

function narrowInside(folder: string, isOurs: (name: string) => boolean = () => true): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!isOurs(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      narrow(path, FOLDER)
      narrowInside(path)
    } else if (entry.isFile()) narrow(path, FILE)
  }
}

/** A file may vanish meanwhile: the database and the lock beside it are at work. */
function narrow(path: string, mode: number): void {
  if ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) {
    try {
      chmodSync(path, mode)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}
