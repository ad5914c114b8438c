import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { FileStorage } from '../kernel/file-storage.ts'
import { createDiskStorage } from './disk-storage.ts'

/** The configured storage: the data folder's `media`, or a bucket. `close` ends the bucket's requests, so that the process can end. */
export async function openStorage({
  storage = { kind: 'disk' },
  dataDir,
}: Pick<Config, 'storage' | 'dataDir'>): Promise<FileStorage & { close?(): void }> {
  if (storage.kind === 'disk') return createDiskStorage(join(dataDir, 'media'))
  const { createS3Storage } = await import('./s3-storage.ts')
  return createS3Storage(storage)
}
