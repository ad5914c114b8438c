declare module '@20minutes/s3rver' {
  /** A local S3 server: the part of its API that tests use. It accepts the access key `S3RVER` with the secret `S3RVER`. */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      allowMismatchedSignatures: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
