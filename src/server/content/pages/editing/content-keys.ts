import type { Tx } from '#server/platform/kernel/context.ts'
import { keyInUse } from './refusals.ts'
import { type Reference, sectionsWith } from './sections-with.ts'

/** @throws 422 when sections refer to the former key */
export async function requireUnusedKey(tx: Tx, reference: Reference, before: string, after: string) {
  if (before === after) return
  const names = await sectionsWith(tx, reference, [before])
  if (names.length > 0) throw keyInUse(names)
}
