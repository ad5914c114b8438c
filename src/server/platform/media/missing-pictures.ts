import type { Tx } from '../kernel/context.ts'

/** The messages at the fields whose path the media library does not have. */
export async function missingPictures(
  tx: Tx,
  used: readonly (readonly [field: string, path: string | null | undefined])[],
): Promise<Map<string, string>> {
  const named = used.flatMap(([field, path]) => (path ? [[field, path] as const] : []))
  if (named.length === 0) return new Map()
  const paths = [...new Set(named.map(([, path]) => path))]
  const rows = await tx.selectFrom('images').select('path').where('path', 'in', paths).execute()
  const known = new Set(rows.map(({ path }) => path))
  return new Map(
    named.flatMap(([field, path]) =>
      known.has(path) ? [] : [[field, 'The media library has no picture with this path']],
    ),
  )
}
