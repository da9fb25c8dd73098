import { join } from 'node:path'
import { keepFolderPrivate } from '#settings/private-folder.ts'
import { type Settings } from '#settings/settings.ts'
import { type FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'

/** Opens the configured bucket, or a folder next to the embedded database. */
export function openFileStore({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): FileStore {
  if (s3) return createS3Store(s3)
  keepFolderPrivate(dataDir)
  return createFolderStore(join(dataDir, 'files'))
}
