import { join } from 'node:path'
import { type Settings } from '#settings/settings.ts'
import { type FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'

/** Opens the configured bucket, or a folder next to the embedded database. */
export const openFileStore = ({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): FileStore =>
  s3 ? createS3Store(s3) : createFolderStore(join(dataDir, 'files'))
