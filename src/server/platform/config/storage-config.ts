import type { ConfigProblem } from './config.ts'

/** Where files are stored: in the data folder, or in a bucket of an S3-compatible service. ADR 0014. */
export type StorageConfig = { kind: 'disk' } | ({ kind: 's3' } & S3Config)

export type S3Config = {
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Of a service other than AWS. */
  endpoint?: string | undefined
  /** Prefix of every key, so that several shops can share a bucket. */
  prefix?: string | undefined
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  isPathStyle: boolean
}

export const storageVariables = {
  STORAGE: {
    about: 'where pictures and other files are kept: disk (in DATA_DIR) or s3',
    fallback: 'disk',
  },
  S3_BUCKET: { about: 'bucket for STORAGE=s3; the shop alone writes to it', fallback: '' },
  S3_REGION: { about: 'region of the bucket', fallback: 'us-east-1' },
  S3_ENDPOINT: { about: 'address of an S3-compatible service other than AWS', fallback: '' },
  S3_ACCESS_KEY_ID: { about: 'access key for the bucket', fallback: '' },
  S3_SECRET_ACCESS_KEY: { about: 'the secret for S3_ACCESS_KEY_ID', fallback: '' },
  S3_PREFIX: { about: 'folder in the bucket, when several shops share it', fallback: '' },
  S3_PATH_STYLE: {
    about: 'true: the bucket is part of the path, as MinIO wants it; by default with S3_ENDPOINT',
    fallback: '',
  },
} as const

type StorageVariable = keyof typeof storageVariables

/** Reads `STORAGE` and the `S3_*` variables. Adds a problem for each invalid or missing one. */
export function storageOf(
  read: (name: StorageVariable) => string | undefined,
  problems: ConfigProblem[],
): StorageConfig {
  const kind = read('STORAGE') || 'disk'
  const refuse = (variable: StorageVariable, problem: string) => void problems.push({ variable, problem })
  if (kind !== 'disk' && kind !== 's3') refuse('STORAGE', 'must be disk or s3')
  if (kind !== 's3') return { kind: 'disk' }

  const required = (name: StorageVariable) => {
    const value = read(name) ?? ''
    if (value === '') refuse(name, 'is missing: STORAGE=s3 needs it')
    return value
  }
  const bucket = required('S3_BUCKET')
  if (bucket !== '' && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    refuse('S3_BUCKET', 'must be the name of a bucket: 3 to 63 small letters, digits, dots and dashes')
  const endpoint = read('S3_ENDPOINT') || undefined
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    refuse('S3_ENDPOINT', 'must be an http or https address')
  const prefix = read('S3_PREFIX')?.replace(/^\/+|(?<!\/)\/+$/g, '') || undefined
  if (prefix !== undefined && !/^[\w-]+(\/[\w-]+)*$/.test(prefix))
    refuse('S3_PREFIX', 'must be a folder of letters, digits and dashes')
  const pathStyle = read('S3_PATH_STYLE') || String(endpoint !== undefined)
  if (pathStyle !== 'true' && pathStyle !== 'false') refuse('S3_PATH_STYLE', 'must be true or false')
  return {
    kind,
    bucket,
    region: read('S3_REGION') || 'us-east-1',
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    endpoint,
    prefix,
    isPathStyle: pathStyle === 'true',
  }
}
