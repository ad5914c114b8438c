import S3rver from '@20minutes/s3rver'
import type { S3Config } from '#server/platform/config/storage-config.ts'

/** A local S3-compatible server with an empty bucket, whose files are in the folder. `config`: how to reach the bucket. */
export async function startBucketServer(
  folder: string,
): Promise<{ config: S3Config; port: number; close: () => Promise<void> }> {
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
  return {
    config: {
      bucket: 'shop',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      endpoint: `http://127.0.0.1:${port}`,
      isPathStyle: true,
    },
    port,
    close: async () => void (await server.close()),
  }
}
