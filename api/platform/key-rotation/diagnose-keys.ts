import { findKey, type KeyRing } from '#settings/key-ring.ts'
import { type Settings } from '#settings/settings.ts'
import { type Database } from '../../db/client.ts'
import { advice, type Finding, missing } from '../finding.ts'
import { countStoredKeys, type StoredKeyCount } from './count-stored-keys.ts'

/**
 * Says which former keys of our secrets can go, and what still needs those of `CODE_SECRET`: `ring`
 * has them. What is stored under a key that is not set at all is missing.
 */
export async function diagnoseKeys(
  database: Pick<Database, 'query'>,
  { secrets }: Pick<Settings, 'secrets'>,
): Promise<Finding[]> {
  const counts = await countStoredKeys(database, secrets.code)
  const [, ...former] = secrets.code
  const gone = [...new Set(counts.map(({ keyId }) => keyId))].filter((id) => !findKey(secrets.code, id))
  const ofKey = (id: string) => counts.filter(({ keyId }) => keyId === id)
  return [
    ...gone.map((id) =>
      missing(
        'secrets',
        `CODE_SECRET no longer holds the key ${id}: ${describe(ofKey(id))}. Set it again after the newest ` +
          'one, if there is still a copy.',
      ),
    ),
    ...former.map(({ id }) =>
      ofKey(id).length > 0
        ? advice(
            'secrets',
            `The key ${id} of CODE_SECRET is still needed. Without it ${describe(ofKey(id))}.`,
          )
        : advice(
            'secrets',
            `Nothing that is stored needs the key ${id} of CODE_SECRET any more. Links in mails that it ` +
              'signed end with it.',
          ),
    ),
    ...expiring('SESSION_SECRET', secrets.session),
    ...expiring('JWT_SECRET', secrets.jwt),
  ]
}

const describe = (counts: readonly StoredKeyCount[]): string =>
  counts
    .map(({ what, count, isRenewed, lost }) =>
      isRenewed
        ? `${what} (${String(count)}, which the job renews within the hour where it can) ${lost}`
        : `${what} (${String(count)}) ${lost}`,
    )
    .join('; ')

/** Cookies and tokens live thirty days at most, and nothing of them is stored. */
const expiring = (name: string, [, ...former]: KeyRing): Finding[] =>
  former.map(({ id }) =>
    advice(
      'secrets',
      `${name} still accepts the key ${id}. It can go thirty days after another one has become the first.`,
    ),
  )
