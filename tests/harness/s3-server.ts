import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { S3Config } from '#server/platform/config/storage-config.ts'
import { startBucketServer } from './bucket-server.ts'

/** A local S3-compatible server with an empty bucket; closed after the file's tests. @returns how to reach the bucket. */
export async function openS3Server(): Promise<S3Config> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-s3-'))
  const { config, close } = await startBucketServer(folder)
  afterAll(async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  })
  return config
}
