import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll } from 'vitest'
import type { S3Config } from '#server/platform/config/storage-config.ts'

/** A local S3-compatible server with an empty bucket; closed after the file's tests. @returns how to reach the bucket. */
export async function openS3Server(): Promise<S3Config> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    // It signs the path of a bucket without the trailing slash that the client signs, which fails every list.
    allowMismatchedSignatures: true,
    directory: folder,
    configureBuckets: [{ name: 'shop', configs: [] }],
  })
  const { port } = await server.run()
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    bucket: 'shop',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    endpoint: `http://127.0.0.1:${port}`,
    isPathStyle: true,
  }
}
